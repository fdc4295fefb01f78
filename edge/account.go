package edge

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"upslope/edge/api"
	"upslope/edge/contract"
	"upslope/edge/feed"
	"upslope/edge/middleware"
	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Accounts stores accounts.
type Accounts interface {
	// DeleteAccount deletes an account and its data. Subscriptions and users at providers are deleted later.
	DeleteAccount(ctx context.Context, accountID string, now time.Time) error
	// ExportAccount calls begin for every kind of stored row, with a description, and each for its rows in
	// JSON. It stops at the first error of either and returns it.
	ExportAccount(ctx context.Context, accountID string, begin func(kind, what string) error, each func(row []byte) error) error
}

// deleteAccount deletes the user's account and signs them out.
func (h *handlers) deleteAccount(c fiber.Ctx) error {
	r := request.Of(c.Context())
	body, _ := c.Locals(contract.ValidatedBody).(map[string]any)
	confirm, _ := body["confirm"].(string)
	if !strings.EqualFold(strings.TrimSpace(confirm), r.User.Email) {
		return upslope.FieldErrorf("confirm", "This is not the account’s email address, so nothing was deleted. Type %s.", r.User.Email)
	}
	if err := h.deps.Accounts.DeleteAccount(c.Context(), r.User.AccountID, h.deps.Now()); err != nil {
		return err
	}
	h.deps.Feed.Touch(feed.User(r.User.ID), feed.People(r.User.AccountID))
	if err := h.auth.SignOut(c.Context()); err != nil {
		return err // the account is deleted regardless, which invalidates the session
	}
	h.auth.ClearCookies(c)
	return c.SendStatus(http.StatusNoContent)
}

// FactsExport exports an account's imported facts.
type FactsExport interface {
	// ExportFacts calls begin for each non-empty report of each site, and each for its rows; it stops at an
	// error.
	ExportFacts(ctx context.Context, accountID string, begin func(site upslope.Site, report string, columns []string) error, each func(row []any) error) error
}

// exportReadme is README.txt of an export.
const exportReadme = `This is everything that Upslope keeps of the account %s, as of %s.

complete.txt   The last file. Without it the download broke off: make the export again.
*.json         What you made and decided here, one JSON array a kind; kinds.txt says what an entry is. Secrets (credentials, the addresses of
               links, API tokens) are left out.
facts/         What was read for your sites, one CSV file a site and report, as the provider told it. An empty cell is unknown, which is
               not zero.
technical-issues.csv
               The technical issues of the newest crawl of each site.
`

// exportAccount streams all data of the account as one ZIP file.
func (h *handlers) exportAccount(c fiber.Ctx) error {
	r, now := request.Of(c.Context()), h.deps.Now().UTC()
	if c.Method() != fiber.MethodHead {
		h.audit.Record(c, "exportAccount", "")
	}
	write := func(ctx context.Context, to io.Writer) error {
		e := &accountExport{zip: zip.NewWriter(to), now: now}
		return h.writeAccount(ctx, e, r.User)
	}
	name := "upslope-" + now.Format(time.DateOnly) + ".zip"
	return h.sendFile(c, func() { asZIP(c, name) }, write)
}

func (h *handlers) writeAccount(ctx context.Context, e *accountExport, user upslope.User) error {
	e.file("README.txt")
	e.printf(exportReadme, user.Email, e.now.Format(time.RFC1123))
	var kinds strings.Builder
	err := h.deps.Accounts.ExportAccount(ctx, user.AccountID, func(kind, what string) error {
		e.endArray()
		fmt.Fprintf(&kinds, "%-22s One entry: %s.\n", kind+".json", what)
		e.file(kind + ".json")
		e.array = true
		return e.failed
	}, func(row []byte) error {
		e.printf("%s%s", map[bool]string{true: "[\n", false: ",\n"}[e.rows == 0], row)
		e.rows++
		return e.failed
	})
	if err != nil {
		return err
	}
	e.endArray()
	e.file("technical-issues.csv")
	if err := h.writeIssues(ctx, e, user.AccountID, upslope.IssueFilter{}); err != nil {
		return err
	}
	table := csv.NewWriter(e)
	err = h.deps.Facts.ExportFacts(ctx, user.AccountID, func(site upslope.Site, report string, columns []string) error {
		table.Flush()
		e.file("facts/" + site.Domain + "/" + report + ".csv")
		return table.Write(columns)
	}, func(row []any) error {
		e.rows++
		return table.Write(cells(row))
	})
	if err != nil {
		return err
	}
	table.Flush()
	e.file("kinds.txt")
	e.printf("%s", kinds.String())
	return e.close()
}

// accountExport is an export in progress. Its first error ends it.
type accountExport struct {
	zip    *zip.Writer
	now    time.Time
	to     *bufio.Writer // the current file; nil before the first
	name   string
	rows   int
	array  bool // the file is a JSON array not closed yet
	done   strings.Builder
	failed error
}

// file ends the previous file and starts another.
func (e *accountExport) file(name string) {
	e.endFile()
	part, err := e.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: e.now})
	e.fail(err)
	e.to, e.name, e.rows = bufio.NewWriterSize(part, 32<<10), name, 0
}

func (e *accountExport) endFile() {
	if e.to == nil {
		return
	}
	e.fail(e.to.Flush())
	rows := ""
	if e.rows > 0 {
		rows = fmt.Sprintf(", %d rows", e.rows)
	}
	fmt.Fprintf(&e.done, "%s%s\n", e.name, rows)
}

func (e *accountExport) endArray() {
	if e.array && e.rows == 0 {
		e.printf("[")
	}
	if e.array {
		e.printf("\n]\n")
	}
	e.array = false
}

func (e *accountExport) printf(format string, args ...any) {
	if e.failed == nil {
		_, err := fmt.Fprintf(e.to, format, args...)
		e.fail(err)
	}
}

// Write implements io.Writer.
func (e *accountExport) Write(p []byte) (int, error) {
	if e.failed != nil {
		return 0, e.failed
	}
	return e.to.Write(p)
}

func (e *accountExport) fail(err error) {
	if e.failed == nil {
		e.failed = err
	}
}

// close writes the last file, the list of the others.
func (e *accountExport) close() error {
	e.endFile()
	contents := e.done.String()
	e.to = nil
	e.file("complete.txt")
	e.printf("This export is complete. It has:\n\n%s", contents)
	e.endFile()
	e.fail(e.zip.Close())
	return e.failed
}

// Audit stores the audit log of accounts.
type Audit interface {
	middleware.AuditLog
	// Audit returns one page, newest first, and the total.
	Audit(ctx context.Context, accountID string, limit, offset int) ([]upslope.AuditEntry, int64, error)
}

// ListAudit returns the account's audit log.
func (h *handlers) ListAudit(ctx context.Context, in api.ListAuditRequestObject) (api.ListAuditResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	entries, total, err := h.deps.Audit.Audit(ctx, request.AccountID(ctx), page.limit, page.offset)
	count := int(total)
	return api.ListAudit200JSONResponse{
		Body: list(entries), Headers: api.ListAudit200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
