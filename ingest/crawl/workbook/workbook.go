// Package workbook turns the sheets of an Excel workbook (.xlsx) into the text of CSV files.
//
// It streams: memory grows neither with the sheets nor with their texts. Cells keep what they hold, not how
// it looks: numbers are plain, dates are 2006-01-02 15:04:05, formulas their last result. Lines of the text
// are rows of the sheet. Damage is an error wherever it is, never an early end.
//
// Tests write workbooks with excelize. It does not read them: while it streams it does not say which numbers
// are dates, and it takes damaged XML for the end of a sheet.
package workbook

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"upslope"
)

// maxSheets bounds what one workbook can have read.
const maxSheets = 200

// ErrDamaged and ErrPassword are errors that the archive of a workbook, or its first bytes, show already.
var (
	ErrDamaged  = upslope.Errorf(upslope.Unprocessable, "The workbook is damaged or incomplete. Save it again, or upload its sheets as CSV.")
	ErrPassword = upslope.Errorf(upslope.Unsupported, "The workbook is protected by a password. Save it without one and upload it again.")
)

var (
	errNone    = upslope.Errorf(upslope.Unsupported, "This is an Office document without sheets. Save the table as CSV, or choose CSV when you export it from your crawler.")
	errBinary  = upslope.Errorf(upslope.Unsupported, "This is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV, and upload that.")
	errTooMany = upslope.Errorf(upslope.Unprocessable, "The workbook has more than %d sheets. Keep only the exports of one crawl.", maxSheets)
)

// Options are what a workbook is read with.
type Options struct {
	Part func(*zip.File) (io.ReadCloser, error) // opens a part of the archive, with the limits of uploads
	Temp func() (*os.File, error)               // makes a file for texts, which Close closes
	// Spend is told the length of each text of a sheet: a small part can have rows that are filled up to many
	// columns. Its error ends the sheet.
	Spend func(bytes int) error
}

// Book is an open workbook. The caller must Close it.
type Book struct {
	options Options
	parts   map[string]*zip.File // by name, in lower case
	formats []format             // of cells, by the number of their style
	from    dateSystem
	texts   *texts // nil before the first sheet is read
	sheets  []Sheet
}

// Sheet is a sheet with cells, not a chart.
type Sheet struct {
	Name string
	book *Book
	part string
}

// Open reads what the workbook consists of, but no sheet.
func Open(archive *zip.Reader, options Options) (*Book, error) {
	b := &Book{options: options, parts: map[string]*zip.File{}}
	for _, file := range archive.File {
		if file.Flags&1 != 0 {
			return nil, ErrPassword
		}
		b.parts[strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(file.Name, `\`, "/"), "/"))] = file
	}
	roots, err := b.relations("")
	if err != nil {
		return nil, err
	}
	main := ""
	for _, relation := range roots {
		if relation.kind == "officeDocument" {
			main = relation.target
		}
	}
	switch {
	case strings.HasSuffix(main, ".bin"):
		return nil, errBinary
	case b.parts[main] == nil:
		return nil, ErrDamaged
	}
	if err := b.readMain(main); err != nil {
		return nil, err
	}
	return b, nil
}

// Close frees what was read.
func (b *Book) Close() error { return b.texts.close() }

// Sheets returns the sheets in the order of their tabs.
func (b *Book) Sheets() []Sheet { return b.sheets }

// readMain reads the names of the sheets, and the parts that all sheets share.
func (b *Book) readMain(main string) error {
	relations, err := b.relations(main)
	if err != nil {
		return err
	}
	isWorkbook := false
	err = b.each(main, func(e element) error {
		switch e.name {
		case "workbook":
			isWorkbook = true
		case "workbookPr":
			if on := e.get("date1904"); on == "1" || on == "true" {
				b.from = since1904
			}
		case "sheet":
			relation := relations[e.get("id")]
			if relation.kind == "" {
				return ErrDamaged
			}
			if relation.kind != "worksheet" {
				return nil // a chart
			}
			if len(b.sheets) == maxSheets {
				return errTooMany
			}
			if b.parts[relation.target] == nil {
				return ErrDamaged
			}
			b.sheets = append(b.sheets, Sheet{Name: e.get("name"), book: b, part: relation.target})
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case !isWorkbook:
		return errNone
	}
	for _, relation := range relations {
		if relation.kind != "styles" && relation.kind != "sharedStrings" {
			continue
		}
		if b.parts[relation.target] == nil {
			return ErrDamaged
		}
		if relation.kind == "sharedStrings" {
			b.texts = &texts{book: b, part: relation.target}
		} else if b.formats, err = b.readFormats(relation.target); err != nil {
			return err
		}
	}
	return nil
}

// relation is a part that another part names.
type relation struct{ kind, target string }

// relations reads what a part refers to, by ID. The archive itself is the part "".
func (b *Book) relations(part string) (map[string]relation, error) {
	folder := path.Dir(part)
	list := path.Join(folder, "_rels", path.Base(part)+".rels")
	if part == "" {
		folder, list = "", "_rels/.rels"
	}
	found := map[string]relation{}
	if b.parts[list] == nil {
		return found, nil
	}
	err := b.each(list, func(e element) error {
		if e.name != "Relationship" {
			return nil
		}
		if len(found) > 10*maxSheets {
			return errTooMany
		}
		target := strings.ToLower(strings.ReplaceAll(e.get("Target"), `\`, "/"))
		if !strings.HasPrefix(target, "/") {
			target = path.Join(folder, target)
		}
		found[e.get("Id")] = relation{path.Base(e.get("Type")), strings.TrimPrefix(path.Clean(target), "/")}
		return nil
	})
	return found, err
}

// each calls f for the start of each element of a part.
func (b *Book) each(part string, f func(element) error) error {
	t, err := b.open(part)
	if err != nil {
		return err
	}
	for err == nil {
		var e element
		if e, err = t.next(); err == nil && e.kind == start {
			err = f(e)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if closeErr := t.close(); err == nil && closeErr != nil {
		err = fmt.Errorf("close %s: %w", part, closeErr)
	}
	return err
}
