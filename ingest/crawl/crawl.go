// Package crawl reads the exports of web crawlers: any crawler, language, encoding and size, as a stream.
//
// It recognises what a file is (Open), gives its rows as pages, links or issues with the line each stands on (Rows),
// and sums up what could not be read (Summary). Memory does not grow with the file. What a user can mend is an
// upslope.Error that says how; nothing is read wrong silently: what is not understood stays unknown and is counted.
//
// It stores nothing, finds no faults in the pages and knows no site; whoever calls it does that.
// Headers are matched by columns.tsv, words in cells by values.tsv.
package crawl

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"upslope"
)

// Options says how a file is read.
type Options struct {
	Name     string           // the file's name; ".csv.gz" and ".zip" allow what is inside
	Size     int64            // bytes, 0 when unknown
	MaxBytes int64            // what an archive may unpack to; 0: 10 GB
	Mapping  map[string]Field // header → field for headers that are not known; "" makes a header mean nothing
	TempDir  string           // where a .zip is kept while it is read; "": the system's

	// Rejected is called for each row that cannot be used, with its cells as far as they could be told apart.
	// The cells are valid until it returns.
	Rejected func(reject Reject, cells [][]byte)
}

// File is an export that was recognised. Close it.
type File struct {
	options Options
	input   *input
	opened  *table // the first table, when it can be read only once
	tabs    []tabPlace
	rec     Recognition
	summary Summary
	read    bool
}

// tabPlace says where a table of an archive is.
type tabPlace struct{ entry int }

// Open recognises the file that r gives. It reads no further than the first lines, except that a .zip is copied to a
// temporary file when r cannot be read at any place (io.ReaderAt with Options.Size).
//
// A file that is no CSV is refused with upslope.Unsupported, one without addresses, header or rows with
// upslope.Unprocessable; when another Options.Mapping may help the error is a *HeaderError.
func Open(r io.Reader, options Options) (*File, error) {
	in, err := openInput(r, options)
	if err != nil {
		return nil, err
	}
	f := &File{options: options, input: in, rec: Recognition{Tabs: []Tab{}, Notes: in.notes}}
	if err := f.recognise(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// recognise opens every table once. Of an archive, files that are no reports are left out and named.
func (f *File) recognise() error {
	var first error
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
			if len(f.input.entries) == 1 || upslope.CodeOf(err) == upslope.Internal {
				return err
			}
			if first == nil {
				first = err
			}
			f.rec.Notes = append(f.rec.Notes, fmt.Sprintf("%s was left out: %v", entry.name, err))
			continue
		}
		f.tabs = append(f.tabs, tabPlace{entry: i})
		f.rec.Tabs = append(f.rec.Tabs, t.Tab)
	}
	if len(f.tabs) == 0 {
		return first
	}
	return nil
}

// Recognition says what the file was taken for.
func (f *File) Recognition() Recognition { return f.rec }

// Summary says what has been read so far; after Rows has ended, all of it.
func (f *File) Summary() Summary { return f.summary }

// Close gives back what Open took. It does not close the reader that Open was given.
func (f *File) Close() error { return f.input.close() }

// Rows gives the rows of all tables in the order of the file. It can be called once.
//
// The last pair may carry an error: of the source, or an upslope.Unprocessable when more rows were rejected than
// read. Rows given before it then do not count.
func (f *File) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		if f.read {
			yield(Row{}, errors.New("read the rows of a crawl: they were read before"))
			return
		}
		f.read = true
		for i, place := range f.tabs {
			t, done, err := f.table(place)
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
		if err := f.summary.verdict(); err != nil {
			yield(Row{}, err)
		}
	}
}

// table opens a table to read its rows.
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

// readTable gives the rows of one table; it returns false when the caller has had enough.
func (f *File) readTable(index int, t *table, yield func(Row, error) bool) (bool, error) {
	rows := newRowReader(t)
	defer func() { f.summary.addTable(t, rows) }()
	for {
		rec, err := t.reader.next()
		switch {
		case errors.Is(err, io.EOF):
			return true, nil
		case errors.Is(err, errUnclosed):
			e := upslope.Errorf(upslope.Unprocessable, "The quote that opens on line %d never closes, so the rows after it cannot be told apart. Export the file again, or remove that quote.", rec.line)
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
			f.reject(Reject{Tab: t.Name, Line: rec.line, Reason: reason}, rec.fields)
		default:
			t.shortRows = t.shortRows || rec.columns < t.width
			t.plainTails = t.plainTails || !rec.tail
			f.summary.count(t.Kind, &rows.page, &rows.link)
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
