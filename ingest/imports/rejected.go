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
	// maxRejectedRows bounds the stored rejected rows: enough to see the problem, few enough to open.
	maxRejectedRows = 10_000
	// maxCellLength bounds each stored cell of a rejected row, in bytes; maxCells bounds their number.
	maxCellLength = 1000
	maxCells      = 200
)

// rejectedRows collects a file's unreadable rows in a CSV file on disk: there may be many.
type rejectedRows struct {
	file   *os.File
	buffer *bufio.Writer
	csv    *csv.Writer
	rows   int
	err    error
}

// add appends one row. The cells are valid only during the call.
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
	// Unnamed at once: a process that is killed leaves nothing behind.
	if r.err = os.Remove(r.file.Name()); r.err != nil {
		return
	}
	r.buffer = bufio.NewWriter(r.file)
	_, r.err = r.buffer.WriteString("\ufeff") // byte order mark: Excel needs it for UTF-8
	r.csv = csv.NewWriter(r.buffer)
	if r.err == nil {
		r.err = r.csv.Write([]string{"File", "Line", "Reason", "The cells of the row"})
	}
}

// keep stores the rows in object storage, replacing those of an earlier import of the file.
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

// close frees the temporary file.
func (r *rejectedRows) close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
