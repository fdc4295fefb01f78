package crawl

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"upslope"
	"upslope/ingest/crawl/workbook"
)

// slashed is a name inside an archive, which Windows may have written with backslashes.
func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// shortName is the name of a file without its folders but that of hints, which tells what the file lists.
func shortName(file *zip.File) string {
	full := slashed(file.Name)
	if path.Base(path.Dir(full))+"/" == hintsFolder {
		return hintsFolder + path.Base(full)
	}
	return path.Base(full)
}

// list finds the CSV files and workbooks of an archive.
func (in *input) list(archive *zip.Reader, options Options, left *int64) error {
	tables := slices.DeleteFunc(slices.Clone(archive.File), func(file *zip.File) bool {
		full := slashed(file.Name)
		return file.FileInfo().IsDir() || strings.HasPrefix(path.Base(full), ".") || strings.Contains("/"+full, "/__MACOSX/")
	})
	if len(tables) > maxEntries {
		return tooMany(len(tables))
	}
	type content struct {
		crc  uint32
		size uint64
	}
	seen, named := map[content]string{}, map[string]int{}
	for _, file := range tables {
		named[shortName(file)]++
	}
	for _, file := range tables {
		name := shortName(file)
		if named[name] > 1 { // in several folders
			name = slashed(file.Name)
		}
		same := content{file.CRC32, file.UncompressedSize64}
		if first, twice := seen[same]; twice {
			in.notes = append(in.notes, fmt.Sprintf("%s has the same content as %s and was imported once.", name, first))
			continue
		}
		seen[same] = name
		if file.Flags&1 != 0 {
			return upslope.Errorf(upslope.Unsupported, "The archive is protected by a password. Upload it without one.")
		}
		open := func() (io.ReadCloser, error) {
			return openPart(file, &guard{name: "archive", damage: errDamaged, limit: options.MaxBytes, shared: left})
		}
		if err := in.addEntry(name, open, options, left); err != nil {
			return err
		}
	}
	switch {
	case len(in.entries) > maxEntries:
		return tooMany(len(in.entries))
	case len(in.entries) > 0:
		return nil
	case len(in.leftOut) > 0:
		return in.useless()
	}
	return upslope.Errorf(upslope.Unsupported, "The archive is empty. Put the CSV exports of one crawl into it.")
}

func tooMany(files int) error {
	return upslope.Errorf(upslope.Unprocessable, "The archive contains %s files. Include only the exports of one crawl.", thousands(int64(files)))
}

// addOnlyBook adds the sheets of a workbook that was not packed with other files.
func (in *input) addOnlyBook(archive *zip.Reader, options Options, left *int64) error {
	sheets, err := in.sheets(archive, options, left)
	if err != nil {
		return err
	}
	in.packed, in.book = len(sheets) > 1, true
	in.addSheets(options.Name, "", sheets)
	return nil
}

// addEntry adds a file of an archive: its text, or the sheets of a workbook. It leaves out what is neither.
func (in *input) addEntry(name string, open func() (io.ReadCloser, error), options Options, left *int64) error {
	head, err := headOf(open)
	if err != nil {
		return err
	}
	if !isOffice(name, head) {
		if err := refuseEntry(name, head); err != nil {
			in.leave(name, err)
			return nil
		}
		in.entries = append(in.entries, entry{name: name, open: open})
		return nil
	}
	err = in.addPackedBook(name, open, options, left)
	if code := upslope.CodeOf(err); code == upslope.Unsupported || code == upslope.Unprocessable {
		in.leave(name, err)
		return nil
	}
	return err
}

// addPackedBook adds the sheets of a workbook in an archive. It is copied, as its directory is at its end.
func (in *input) addPackedBook(name string, open func() (io.ReadCloser, error), options Options, left *int64) error {
	packed, err := open()
	if err != nil {
		return err
	}
	file, size, err := spool(packed, options)
	if err = errors.Join(err, packed.Close()); err != nil {
		return err
	}
	in.closers = append(in.closers, file.Close)
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return damaged(err, workbook.ErrDamaged)
	}
	sheets, err := in.sheets(archive, options, left)
	if err != nil {
		return err
	}
	in.addSheets(name, name+"/", sheets)
	return nil
}

// sheets returns the sheets of a workbook that have cells.
func (in *input) sheets(archive *zip.Reader, options Options, left *int64) ([]workbook.Sheet, error) {
	var written int64
	book, err := workbook.Open(archive, workbook.Options{
		Temp: options.unnamed,
		Part: func(file *zip.File) (io.ReadCloser, error) {
			return openPart(file, &guard{name: "workbook", damage: workbook.ErrDamaged, limit: options.MaxBytes, shared: left})
		},
		Spend: func(bytes int) error {
			if written += int64(bytes); written > options.MaxBytes {
				return tooLarge("workbook", options.MaxBytes)
			}
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	in.closers = append(in.closers, book.Close)
	var filled []workbook.Sheet
	for _, sheet := range book.Sheets() {
		empty, err := sheet.IsEmpty()
		if err != nil {
			return nil, err
		}
		if !empty {
			filled = append(filled, sheet)
		}
	}
	if len(filled) == 0 {
		return nil, upslope.Errorf(upslope.Unprocessable, "The workbook is empty. "+exportInternal)
	}
	return filled, nil
}

// addSheets names the only sheet of a workbook as its file: what a program calls it says nothing.
func (in *input) addSheets(file, folder string, sheets []workbook.Sheet) {
	for _, sheet := range sheets {
		name := folder + sheet.Name
		if len(sheets) == 1 {
			name = file
		}
		in.entries = append(in.entries, entry{name: name, open: sheet.Open, sheet: true})
	}
}
