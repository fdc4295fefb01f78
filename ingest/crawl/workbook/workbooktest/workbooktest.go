// Package workbooktest writes workbooks for tests, with a library that shares nothing with their reader.
package workbooktest

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// Of returns a workbook of sheets, given as pairs of name and CSV text. As in a spreadsheet that opened the
// CSV, what looks like a number is one, and TRUE and FALSE are booleans.
func Of(t testing.TB, sheets ...string) []byte {
	t.Helper()
	return Bytes(t, New(t, sheets...))
}

// New is Of, for tests that change the workbook.
func New(t testing.TB, sheets ...string) *excelize.File {
	t.Helper()
	book := excelize.NewFile()
	for i := 0; i < len(sheets); i += 2 {
		name := sheets[i]
		if i == 0 {
			check(t, book.SetSheetName("Sheet1", name))
		} else if _, err := book.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		rows := csv.NewReader(strings.NewReader(sheets[i+1]))
		rows.FieldsPerRecord, rows.LazyQuotes = -1, true
		records, err := rows.ReadAll()
		check(t, err)
		for n, record := range records {
			cells := make([]any, len(record))
			for at, cell := range record {
				cells[at] = value(cell)
			}
			check(t, book.SetSheetRow(name, "A"+strconv.Itoa(n+1), &cells))
		}
	}
	return book
}

// Bytes returns the file.
func Bytes(t testing.TB, book *excelize.File) []byte {
	t.Helper()
	var file bytes.Buffer
	check(t, book.Write(&file))
	check(t, book.Close())
	return file.Bytes()
}

// Locked returns the file behind a password.
func Locked(t testing.TB, book *excelize.File) []byte {
	t.Helper()
	var file bytes.Buffer
	check(t, book.Write(&file, excelize.Options{Password: "secret"}))
	return file.Bytes()
}

// Format sets the number format of a cell.
func Format(t testing.TB, book *excelize.File, cell, format string) {
	t.Helper()
	style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &format})
	check(t, err)
	check(t, book.SetCellStyle(book.GetSheetName(0), cell, cell, style))
}

// Replaced returns the file with other text in one of its parts, which must have had the old one.
func Replaced(t testing.TB, file []byte, part, old, text string) []byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	check(t, err)
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	done := false
	for _, entry := range from.File {
		content, err := entry.Open()
		check(t, err)
		data, err := io.ReadAll(content)
		check(t, err)
		if entry.Name == part {
			done = bytes.Contains(data, []byte(old))
			data = bytes.ReplaceAll(data, []byte(old), []byte(text))
		}
		w, err := to.Create(entry.Name)
		check(t, err)
		_, err = w.Write(data)
		check(t, err)
	}
	check(t, to.Close())
	if !done {
		t.Fatalf("%s has no %s", part, old)
	}
	return out.Bytes()
}

func value(cell string) any {
	if number, err := strconv.ParseFloat(cell, 64); err == nil && strconv.FormatFloat(number, 'f', -1, 64) == cell {
		return number
	}
	switch cell {
	case "":
		return nil
	case "TRUE", "FALSE":
		return cell == "TRUE"
	}
	return cell
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
