package imports

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"upslope"
	"upslope/ingest/crawl"
)

const (
	// maxRejectedRows is how many rejected rows are kept: enough to see what is wrong, few enough to open.
	maxRejectedRows = 10_000
	// maxCellLength is how much of each cell of a rejected row is kept, in bytes, and mostCells of how many.
	maxCellLength = 1000
	maxCells      = 200
)

// rejectedRows collects the rows of a file that could not be read, as a CSV file on disk: there may be many.
type rejectedRows struct {
	file   *os.File
	buffer *bufio.Writer
	csv    *csv.Writer
	rows   int
	err    error
}

// add keeps one row. The cells are valid only until it returns.
func (r *rejectedRows) add(reject crawl.Reject, cells [][]byte) {
	r.rows++
	if r.err != nil || r.rows > maxRejectedRows {
		return
	}
	if r.file == nil {
		r.open()
	}
	row := []string{upslope.SpreadsheetCell(reject.Tab), strconv.Itoa(reject.Line), upslope.SpreadsheetCell(reject.Reason)}
	for _, cell := range cells[:min(len(cells), maxCells)] {
		text := strings.ToValidUTF8(string(cell[:min(len(cell), maxCellLength)]), "�")
		row = append(row, upslope.SpreadsheetCell(text))
	}
	if r.err == nil {
		r.err = r.csv.Write(row)
	}
}

func (r *rejectedRows) open() {
	if r.file, r.err = os.CreateTemp("", "upslope-rejected-*.csv"); r.err != nil {
		return
	}
	r.buffer = bufio.NewWriter(r.file)
	_, r.err = r.buffer.WriteString("\ufeff") // tells Excel that it is UTF-8
	r.csv = csv.NewWriter(r.buffer)
	if r.err == nil {
		r.err = r.csv.Write([]string{"File", "Line", "Reason", "The cells of the row"})
	}
}

// keep stores what was collected in object storage, in place of what an earlier import of the file left there.
func (r *rejectedRows) keep(ctx context.Context, objects Objects, key string) error {
	if r.rows == 0 {
		return objects.Delete(ctx, key)
	}
	if r.rows > maxRejectedRows && r.err == nil {
		r.err = r.csv.Write([]string{"", "", fmt.Sprintf("%d more rows are not listed.", r.rows-maxRejectedRows)})
	}
	if r.err == nil {
		r.csv.Flush()
		r.err = errors.Join(r.csv.Error(), r.buffer.Flush())
	}
	if r.err == nil {
		_, r.err = r.file.Seek(0, io.SeekStart)
	}
	if r.err == nil {
		r.err = objects.Put(ctx, key, r.file)
	}
	if r.err != nil {
		return fmt.Errorf("keep the rejected rows: %w", r.err)
	}
	return nil
}

// close removes the file on disk.
func (r *rejectedRows) close() error {
	if r.file == nil {
		return nil
	}
	return errors.Join(r.file.Close(), os.Remove(r.file.Name()))
}
