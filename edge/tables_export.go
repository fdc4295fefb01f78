package edge

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// exportTable answers all rows of a table as a CSV file, as they are read.
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

// cells writes a row for a spreadsheet.
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
