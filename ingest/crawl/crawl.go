// Package crawl streams the exports of web crawlers: any crawler, language, encoding and size.
//
// Open recognizes a file, Rows returns its pages, links or issues with their line numbers, and Summary counts
// the unreadable rest. Memory does not grow with the file. Errors the user can fix are an upslope.Error with
// the fix; a cell that is not understood stays unknown and is counted.
//
// The package stores nothing, finds no issues and knows no site; its callers do. columns.tsv maps headers,
// values.tsv maps words in cells.
package crawl

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"upslope"
)

// Options configure how a file is read.
type Options struct {
	Name     string           // file name; ".csv.gz" and ".zip" allow archives; a workbook may have any
	Size     int64            // bytes, 0 when unknown
	MaxBytes int64            // limit of unpacked bytes; 0: 10 GB
	Mapping  map[string]Field // header → field for unknown headers; "" ignores a header
	TempDir  string           // temporary copies of a .zip or .xlsx and its texts; "": the system's

	// Rejected receives each unusable row with the cells that could be parsed. The cells are valid only
	// during the call.
	Rejected func(reject Reject, cells [][]byte)
}

// File is a recognized export. The caller must Close it.
type File struct {
	options Options
	input   *input
	opened  *table // the first table, when it can be read only once
	tabs    []tabPlace
	rec     Recognition
	summary Summary
	read    bool
}

// tabPlace locates a table in an archive.
type tabPlace struct{ entry int }

// Open recognizes the file in r. It reads only the first lines, but copies a .zip or .xlsx to a temporary
// file unless r is an io.ReaderAt and Options.Size is set.
//
// It returns upslope.Unsupported for a file that is neither CSV nor a workbook and upslope.Unprocessable for
// one without addresses, header or rows. Where another Options.Mapping may help, it is a *HeaderError.
func Open(r io.Reader, options Options) (*File, error) {
	in, err := openInput(r, options)
	if err != nil {
		return nil, err
	}
	f := &File{options: options, input: in, rec: Recognition{Tabs: []Tab{}}}
	if err := f.recognise(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// recognise opens every table once. It skips the files of an archive that are not reports, and lists them.
func (f *File) recognise() error {
	for i, entry := range f.input.entries {
		text, err := entry.open()
		if err != nil {
			return err
		}
		t, err := openTable(entry.name, newDecoder(text), f.options.Mapping)
		if len(f.input.entries) == 1 {
			f.opened = t
		} else if closeErr := text.Close(); err == nil && closeErr != nil {
			return fmt.Errorf("close %s: %w", entry.name, closeErr)
		}
		if err != nil {
			if !f.input.packed || upslope.CodeOf(err) == upslope.Internal {
				return err
			}
			f.input.leave(entry.name, err)
			continue
		}
		if entry.sheet {
			t.Encoding, t.Delimiter = "Excel workbook", ""
		}
		f.tabs = append(f.tabs, tabPlace{entry: i})
		f.rec.Tabs = append(f.rec.Tabs, t.Tab)
	}
	if f.input.packed && !slices.ContainsFunc(f.rec.Tabs, func(tab Tab) bool { return tab.Kind != Issues }) {
		for _, tab := range f.rec.Tabs {
			f.input.leave(tab.Name, upslope.Errorf(upslope.Unprocessable, "It lists issue counts, not pages."))
		}
		return f.input.useless()
	}
	f.rec.Notes = f.input.notes
	return nil
}

// Recognition returns what the file was recognized as.
func (f *File) Recognition() Recognition { return f.rec }

// Summary covers the rows read so far; after Rows has ended, the whole file.
func (f *File) Summary() Summary { return f.summary }

// Close releases the resources of Open, but does not close Open's reader.
func (f *File) Close() error { return f.input.close() }

// Rows yields the rows of all tables: the crawler's whole report, then the others in file order. Call it
// once.
//
// The last pair may carry an error: from the source, or an upslope.Unprocessable when more rows were rejected
// than read. The caller must then discard all rows.
func (f *File) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		if f.read {
			yield(Row{}, errors.New("read the rows of a crawl: they were read before"))
			return
		}
		f.read = true
		for _, i := range f.wholeFirst() {
			t, done, err := f.table(f.tabs[i])
			if err == nil {
				var goOn bool
				goOn, err = f.readTable(i, t, yield)
				err = errors.Join(err, done())
				if err == nil && !goOn {
					return
				}
			}
			if err != nil {
				yield(Row{}, err)
				return
			}
		}
		if err := f.verdict(); err != nil {
			yield(Row{}, err)
		}
	}
}

// wholeFirst lists the tables in the order in which their values count.
func (f *File) wholeFirst() []int {
	order := make([]int, 0, len(f.tabs))
	for _, whole := range []bool{true, false} {
		for i, tab := range f.rec.Tabs {
			if tab.IsWhole() == whole {
				order = append(order, i)
			}
		}
	}
	return order
}

// table opens a table for reading its rows.
func (f *File) table(place tabPlace) (*table, func() error, error) {
	if f.opened != nil {
		return f.opened, func() error { return nil }, nil
	}
	entry := f.input.entries[place.entry]
	text, err := entry.open()
	if err != nil {
		return nil, nil, err
	}
	t, err := openTable(entry.name, newDecoder(text), f.options.Mapping)
	if err != nil {
		return nil, nil, errors.Join(err, text.Close())
	}
	return t, text.Close, nil
}

// readTable yields the rows of one table; it returns false when the caller stopped.
func (f *File) readTable(index int, t *table, yield func(Row, error) bool) (bool, error) {
	rows := newRowReader(t)
	defer func() { f.summary.addTable(t, rows) }()
	for {
		rec, err := t.reader.next()
		switch {
		case errors.Is(err, io.EOF):
			return true, nil
		case errors.Is(err, errUnclosed):
			e := upslope.Errorf(upslope.Unprocessable, "The quote opened on line %d is never closed. Export the file again, or remove that quote.", rec.line)
			e.Lines = []int{rec.line}
			return false, e
		case err != nil:
			return false, err
		}
		reason, skip := rows.read(rec)
		switch {
		case skip:
			f.summary.Skipped++
		case reason != "":
			f.summary.Truncated = f.summary.Truncated || !rec.ended && t.reader.eof
			f.reject(Reject{Tab: t.Name, Line: rec.line, Reason: reason}, rec.fields)
		default:
			t.shortRows = t.shortRows || rec.columns < t.width
			t.plainTails = t.plainTails || !rec.tail
			f.summary.count(index, t.Tab, &rows.page, &rows.link)
			if t.Kind == Redirects {
				for _, page := range rows.chainPages() {
					if !yield(Row{Tab: index, Line: rec.line, Kind: t.Kind, Page: page}, nil) {
						return false, nil
					}
				}
				continue
			}
			if !yield(Row{Tab: index, Line: rec.line, Kind: t.Kind, Page: rows.page, Link: rows.link, Issue: rows.issue}, nil) {
				return false, nil
			}
		}
	}
}

func (f *File) reject(reject Reject, cells [][]byte) {
	f.summary.reject(reject)
	if f.options.Rejected != nil {
		f.options.Rejected(reject, cells)
	}
}
