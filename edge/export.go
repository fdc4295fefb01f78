package edge

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"mime"
	"net"
	"time"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

const (
	// maxExportTime bounds a download; maxExportStall is how long its client may stop reading.
	maxExportTime  = time.Hour
	maxExportStall = 30 * time.Second
	// byteOrderMark tells Excel that a file is UTF-8.
	byteOrderMark = "\ufeff"
)

// exportIssues answers the technical issues that match as a CSV file, row by row as they are read.
func (h *handlers) exportIssues(c fiber.Ctx) error {
	r := request.Of(c.Context())
	siteID := c.Query("siteId")
	if _, err := h.siteOf(c.Context(), &siteID); err != nil {
		return err
	}
	filter := upslope.IssueFilter{
		SiteID: siteID, Type: c.Query("type"), Severity: c.Query("severity"), Status: c.Query("status"), Seen: c.Query("seen"), Query: c.Query("q"),
	}
	if filter.Status == "all" {
		filter.Status = ""
	}
	name := "technical-issues.csv"
	if filter.Type != "" {
		name = "technical-issues-" + filter.Type + ".csv"
	}
	return h.sendCSV(c, name, func(ctx context.Context, to io.Writer) error {
		return h.writeIssues(ctx, to, r.User.AccountID, filter)
	}, nil)
}

// sendCSV answers what write writes as a CSV file, as it is written. describe may set headers of what write
// has found out by then.
func (h *handlers) sendCSV(c fiber.Ctx, name string, write func(context.Context, io.Writer) error, describe func()) error {
	return h.sendFile(c, func() {
		asCSV(c, name)
		if describe != nil && c.Method() != fiber.MethodHead {
			describe()
		}
	}, write)
}

// sendFile answers what write writes, as it is written. describe sets the headers, when the first of it is
// there.
func (h *handlers) sendFile(c fiber.Ctx, describe func(), write func(context.Context, io.Writer) error) error {
	if c.Method() == fiber.MethodHead {
		describe()
		return nil
	}
	// The rows are sent after this handler has returned, when the context of the request has ended.
	ctx, cancel := context.WithTimeout(h.requests, maxExportTime)
	rows, writer := io.Pipe()
	release := request.Of(c.Context()).KeepQuerySlot()
	go func() {
		defer release()
		defer cancel()
		writer.CloseWithError(write(ctx, writer))
	}()
	buffered := bufio.NewReaderSize(rows, 64<<10)
	// Until the first byte is sent, an error can still be answered as a problem.
	if _, err := buffered.Peek(1); err != nil {
		cancel()
		return err
	}
	describe()
	return c.SendStream(&export{Reader: buffered, rows: rows, cancel: cancel, conn: request.Of(c.Context()).Client.Conn})
}

// writeIssues writes the matching issues as CSV. Nothing is written before the first one is there.
func (h *handlers) writeIssues(ctx context.Context, to io.Writer, accountID string, filter upslope.IssueFilter) error {
	buffer := bufio.NewWriterSize(to, 64<<10)
	table := csv.NewWriter(buffer)
	begin := func() error {
		if _, err := buffer.WriteString(byteOrderMark); err != nil {
			return err
		}
		return table.Write([]string{"URL", "Issue", "Severity", "Details", "Status", "Seen", "Found on", "Issue type"})
	}
	begun := false
	err := h.deps.Issues.ExportIssues(ctx, accountID, filter, func(issue upslope.TechnicalIssue) error {
		if !begun {
			if err := begin(); err != nil {
				return err
			}
			begun = true
		}
		return table.Write(issueCells(issue))
	})
	if err != nil {
		return err
	}
	if !begun {
		if err := begin(); err != nil {
			return err
		}
	}
	table.Flush()
	if err := table.Error(); err != nil {
		return err
	}
	return buffer.Flush()
}

func issueCells(issue upslope.TechnicalIssue) []string {
	seen := ""
	if issue.Seen != nil {
		seen = map[string]string{upslope.SeenNew: "new", upslope.SeenStillThere: "still there", upslope.SeenGone: "gone"}[*issue.Seen]
	}
	return []string{
		upslope.SpreadsheetCell(issue.URL), upslope.SpreadsheetCell(issue.Title), issue.Severity, upslope.SpreadsheetCell(issue.Details),
		issue.Status, seen, issue.ImportedAt.UTC().Format(time.DateOnly), issue.IssueType,
	}
}

// asCSV makes the answer a CSV file to be saved.
func asCSV(c fiber.Ctx, name string) {
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	saveAs(c, name)
}

// asZIP makes the answer a ZIP file to be saved.
func asZIP(c fiber.Ctx, name string) {
	c.Set(fiber.HeaderContentType, "application/zip")
	saveAs(c, name)
}

func saveAs(c fiber.Ctx, name string) {
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// export is a download under way. Closing it, which a client that leaves does too, ends the query behind it.
type export struct {
	io.Reader
	rows   *io.PipeReader
	cancel context.CancelFunc
	conn   net.Conn
}

// Read bounds the time until the client takes each piece.
func (e *export) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if late := e.conn.SetWriteDeadline(time.Now().Add(maxExportStall)); late != nil && err == nil {
		err = late
	}
	return n, err
}

// Close implements io.Closer.
func (e *export) Close() error {
	e.cancel()
	return e.rows.Close()
}
