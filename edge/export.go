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
	// maxExportTime bounds a download; maxExportStall bounds a pause in the client's reading.
	maxExportTime  = time.Hour
	maxExportStall = 30 * time.Second
	// byteOrderMark makes Excel recognize UTF-8.
	byteOrderMark = "\ufeff"
)

// exportIssues streams the matching technical issues as a CSV file.
func (h *handlers) exportIssues(c fiber.Ctx) error {
	r := request.Of(c.Context())
	siteID := c.Query("siteId")
	if _, err := h.siteOf(c.Context(), &siteID); err != nil {
		return err
	}
	filter := upslope.IssueFilter{
		SiteID: siteID, Type: c.Query("type"), Severity: c.Query("severity"), Status: c.Query("status"), Seen: c.Query("seen"), Query: c.Query("q"),
		Crawl: c.Query("crawl"), Against: c.Query("against"),
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

// sendCSV streams the output of write as a CSV file. describe may set headers from what write has found so
// far.
func (h *handlers) sendCSV(c fiber.Ctx, name string, write func(context.Context, io.Writer) error, describe func()) error {
	return h.sendFile(c, func() {
		asCSV(c, name)
		if describe != nil && c.Method() != fiber.MethodHead {
			describe()
		}
	}, write)
}

// sendFile streams the output of write. describe sets the headers once the first bytes exist.
func (h *handlers) sendFile(c fiber.Ctx, describe func(), write func(context.Context, io.Writer) error) error {
	if c.Method() == fiber.MethodHead {
		describe()
		return nil
	}
	// The rows are streamed after this handler returns, when the request's context has ended.
	ctx, cancel := context.WithTimeout(h.requests, maxExportTime)
	rows, writer := io.Pipe()
	release := request.Of(c.Context()).KeepQuerySlot()
	go func() {
		defer release()
		defer cancel()
		writer.CloseWithError(write(ctx, writer))
	}()
	buffered := bufio.NewReaderSize(rows, 64<<10)
	// Before the first byte is sent, an error can still become a problem response.
	if _, err := buffered.Peek(1); err != nil {
		cancel()
		return err
	}
	describe()
	return c.SendStream(&export{Reader: buffered, rows: rows, cancel: cancel, conn: request.Of(c.Context()).Client.Conn})
}

// writeIssues writes the matching issues as CSV. It writes nothing before it has the first one.
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

// asCSV sets the headers of a CSV download.
func asCSV(c fiber.Ctx, name string) {
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	saveAs(c, name)
}

// asZIP sets the headers of a ZIP download.
func asZIP(c fiber.Ctx, name string) {
	c.Set(fiber.HeaderContentType, "application/zip")
	saveAs(c, name)
}

func saveAs(c fiber.Ctx, name string) {
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// export is a download in progress. Closing it, also when the client disconnects, cancels its query.
type export struct {
	io.Reader
	rows   *io.PipeReader
	cancel context.CancelFunc
	conn   net.Conn
}

// Read sets a deadline for the client to take each chunk.
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
