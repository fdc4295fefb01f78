package analytics

import (
	"math"
	"time"

	"upslope"
)

// columns are those that are not only for the other kind of reader.
func (q *tableQuery) columns(without string) []upslope.TableColumn {
	var columns []upslope.TableColumn
	for _, column := range q.table.Columns {
		if column.Only != without {
			columns = append(columns, upslope.TableColumn{Name: column.Name, Title: column.Title})
		}
	}
	return columns
}

// namesInSQL are what the SQL calls them.
func (q *tableQuery) namesInSQL(without string) []string {
	var names []string
	for _, column := range q.table.Columns {
		if column.Only != without {
			names = append(names, column.inSQL())
		}
	}
	return names
}

// readable makes a row of the CSV file one for people: sites by their domains, numbers without a long tail.
func (q *tableQuery) readable(row []any) []any {
	at := 0
	for _, column := range q.table.Columns {
		if column.Only == onlyJSON {
			continue
		}
		switch value := row[at].(type) {
		case string:
			if column.Site {
				row[at] = q.domains[value]
			}
		case float64:
			decimals := 2
			if column.Decimals != nil {
				decimals = *column.Decimals
			}
			unit := math.Pow10(decimals)
			row[at] = math.Round(value*unit) / unit
		}
		at++
	}
	return row
}

// plainValue turns a value of the engine into one for JSON: days as texts, and nothing in place of what is no number.
func plainValue(value any) any {
	switch value := value.(type) {
	case time.Time:
		if value.Unix() <= 0 {
			return nil
		}
		return value.Format(time.DateOnly)
	case float32:
		return plainValue(float64(value))
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return nil
		}
	}
	return value
}
