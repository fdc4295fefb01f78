package edge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Tables are the tables of analysis.
type Tables interface {
	// Table returns one page of a table, such as seo/queries.
	Table(ctx context.Context, accountID, name string, filter upslope.TableFilter) (upslope.Table, error)
	// ExportTable calls begin once with everything but the rows, then each for every matching row; it stops
	// at an error of either and returns it.
	ExportTable(ctx context.Context, accountID, name string, filter upslope.TableFilter, begin func(upslope.Table) error, each func(row []any) error) error
	// Drilldown returns all about filter.About, of one site.
	Drilldown(ctx context.Context, accountID string, filter upslope.TableFilter) (upslope.Drilldown, error)
}

// listTable returns one page of a table. Columns differ by table, so rows are encoded dynamically.
func (h *handlers) listTable(name string) fiber.Handler {
	return func(c fiber.Ctx) error {
		filter, err := h.tableFilter(c)
		if err != nil {
			return err
		}
		cursor := c.Query("cursor")
		page, err := pageOf(number(c.Query("limit")), &cursor)
		if err != nil {
			return err
		}
		filter.Limit, filter.Offset = page.limit, page.offset
		table, err := h.deps.Tables.Table(c.Context(), request.AccountID(c.Context()), name, filter)
		if err != nil {
			return err
		}
		rows, err := objects(table)
		if err != nil {
			return err
		}
		describeTable(c, table.TableScope)
		if err := describeTotals(c, table.Totals); err != nil {
			return err
		}
		c.Set("X-Total-Count", strconv.FormatInt(table.Total, 10))
		if link := next(c.Context(), page, table.Total); link != nil {
			c.Set(fiber.HeaderLink, *link)
		}
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Send(rows)
	}
}

// tableFilter parses a request's filter except the page. The contract has validated enumerated values.
func (h *handlers) tableFilter(c fiber.Ctx) (upslope.TableFilter, error) {
	siteID := c.Query("siteId")
	filter := upslope.TableFilter{SiteID: siteID, Compare: c.Query("compare"), Brand: c.Query("brand"), Sort: c.Query("sort"), Query: c.Query("q"), All: c.Query("all") == "true"}
	if _, err := h.siteOf(c.Context(), &siteID); err != nil {
		return filter, err
	}
	for name, into := range map[string]*time.Time{"from": &filter.From, "to": &filter.To, "compareFrom": &filter.Before} {
		text := c.Query(name)
		if text == "" {
			continue
		}
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return filter, upslope.FieldErrorf(name, "%s must be a day such as 2026-10-22.", name)
		}
		*into = day
	}
	return filter, nil
}

// number parses a number validated by the contract.
func number(text string) *int {
	if n, err := strconv.Atoi(text); err == nil {
		return &n
	}
	return nil
}

// describeTable sets headers with the scope of the rows.
func describeTable(c fiber.Ctx, scope upslope.TableScope) {
	c.Set("X-Source", scope.Source)
	c.Set("X-Missing-Days", strconv.Itoa(scope.MissingDays))
	if !scope.To.IsZero() {
		c.Set("X-Window", span(scope.From, scope.To))
	}
	if !scope.ComparedTo.IsZero() {
		c.Set("X-Compared-With", span(scope.ComparedFrom, scope.ComparedTo))
		c.Set("X-Compared-Missing-Days", strconv.Itoa(scope.ComparedMissingDays))
	}
	if !scope.NewestDay.IsZero() {
		c.Set("X-Newest-Day", scope.NewestDay.Format(time.DateOnly))
	}
	if scope.Coverage != nil {
		c.Set("X-Coverage", strconv.FormatFloat(*scope.Coverage, 'f', -1, 64))
	}
}

// describeTotals sets the header with the totals of the rows on all pages.
func describeTotals(c fiber.Ctx, totals map[string]any) error {
	if totals == nil {
		return nil
	}
	text, err := json.Marshal(totals)
	c.Set("X-Totals", string(text))
	return err
}

// span formats a window as an ISO 8601 interval.
func span(from, to time.Time) string {
	return from.Format(time.DateOnly) + "/" + to.Format(time.DateOnly)
}

// objects encodes rows as JSON objects with fields in column order.
func objects(table upslope.Table) ([]byte, error) {
	var body bytes.Buffer
	body.WriteByte('[')
	for i, row := range table.Rows {
		if i > 0 {
			body.WriteByte(',')
		}
		for n, column := range table.Columns {
			value, err := json.Marshal(row[n])
			if err != nil {
				return nil, err
			}
			if n == 0 {
				body.WriteByte('{')
			} else {
				body.WriteByte(',')
			}
			body.WriteString(strconv.Quote(column.Name))
			body.WriteByte(':')
			body.Write(value)
		}
		body.WriteByte('}')
	}
	body.WriteByte(']')
	return body.Bytes(), nil
}

// exportTable streams all rows of a table as a CSV file.
func (h *handlers) exportTable(name string) fiber.Handler {
	return func(c fiber.Ctx) error {
		filter, err := h.tableFilter(c)
		if err != nil {
			return err
		}
		accountID := request.AccountID(c.Context())
		var scope upslope.TableScope
		write := func(ctx context.Context, to io.Writer) error {
			buffer := bufio.NewWriterSize(to, 64<<10)
			rows := csv.NewWriter(buffer)
			begin := func(table upslope.Table) error {
				scope = table.TableScope
				if _, err := buffer.WriteString(byteOrderMark); err != nil {
					return err
				}
				titles := make([]string, len(table.Columns))
				for i, column := range table.Columns {
					titles[i] = column.Title
				}
				return rows.Write(titles)
			}
			err := h.deps.Tables.ExportTable(ctx, accountID, name, filter, begin, func(row []any) error { return rows.Write(cells(row)) })
			if err != nil {
				return err
			}
			rows.Flush()
			if err := rows.Error(); err != nil {
				return err
			}
			return buffer.Flush()
		}
		return h.sendCSV(c, strings.ReplaceAll(name, "/", "-")+".csv", write, func() { describeTable(c, scope) })
	}
}

// cells formats a row for a spreadsheet.
func cells(row []any) []string {
	texts := make([]string, len(row))
	for i, value := range row {
		texts[i] = cellOf(value)
	}
	return texts
}

func cellOf(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return upslope.SpreadsheetCell(value)
	case []string:
		return upslope.SpreadsheetCell(strings.Join(value, " | "))
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case bool:
		if value {
			return "yes"
		}
		return "no"
	case int8, int16, int32, int64, uint8, uint16, uint32, uint64:
		return fmt.Sprint(value)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return upslope.SpreadsheetCell(string(text))
}
