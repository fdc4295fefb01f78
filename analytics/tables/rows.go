package tables

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/facts"
)

// columns returns the columns except those only for the other format.
func (q *tableQuery) columns(without string) []upslope.TableColumn {
	var columns []upslope.TableColumn
	for _, column := range q.table.Columns {
		if column.Only != without {
			columns = append(columns, upslope.TableColumn{Name: column.Name, Title: column.Title})
		}
	}
	return columns
}

// namesInSQL returns their SQL names.
func (q *tableQuery) namesInSQL(without string) []string {
	var names []string
	for _, column := range q.table.Columns {
		if column.Only != without {
			names = append(names, column.inSQL())
		}
	}
	return names
}

// namesToSort returns the JSON columns, followed by hidden sort columns.
func (q *tableQuery) namesToSort() []string {
	names := q.namesInSQL(onlyCSV)
	for _, column := range q.table.Columns {
		if column.SortBy != "" {
			names = append(names, column.SortBy)
		}
	}
	return names
}

// totals returns what has a total over all pages: columns in their order, then counts.
func (q *tableQuery) totals() (names, inSQL []string) {
	for _, column := range q.table.Columns {
		if column.Total && column.Only != onlyCSV {
			names, inSQL = append(names, column.Name), append(inSQL, column.inSQL()+"_total")
		}
	}
	for _, count := range q.table.Counts {
		names, inSQL = append(names, count), append(inSQL, snakeCase(count)+"_total")
	}
	return names, inSQL
}

// namesOfTotals returns the SQL names of the totals.
func (q *tableQuery) namesOfTotals() []string {
	_, inSQL := q.totals()
	return inSQL
}

// addTotals moves the totals, which end each row, to the answer.
func (q *tableQuery) addTotals(answer *upslope.Table, row []any) []any {
	names, _ := q.totals()
	at := len(row) - len(names)
	if answer.Totals == nil && len(names) > 0 {
		answer.Totals = map[string]any{}
		for i, name := range names {
			answer.Totals[name] = row[at+i]
		}
	}
	return row[:at]
}

// pageOf returns the requested page of a complete table.
func (q *tableQuery) pageOf(whole upslope.Table) upslope.Table {
	rows := slices.Clone(whole.Rows)
	for _, order := range []struct {
		column any
		sign   int
	}{{q.params["descending"], -1}, {q.params["ascending"], 1}} {
		if by := slices.Index(q.namesToSort(), fmt.Sprint(order.column)); by >= 0 {
			slices.SortStableFunc(rows, func(a, b []any) int { return compareValues(a[by], b[by], order.sign) })
		}
	}
	limit, _ := q.params["limit"].(int)
	offset, _ := q.params["offset"].(int)
	rows = rows[min(offset, len(rows)):min(offset+limit, len(rows))]
	for i, row := range rows {
		rows[i] = row[:len(whole.Columns)]
	}
	whole.Rows = rows
	return whole
}

// compareValues compares two values of a column like the SQL, times sign; null sorts last either way.
func compareValues(a, b any, sign int) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	switch a := a.(type) {
	case string:
		other, _ := b.(string)
		return sign * strings.Compare(a, other)
	case bool:
		other, _ := b.(bool)
		return sign * cmp.Compare(ordinal(a), ordinal(other))
	}
	var first, second float64
	if facts.ScanFloats([]any{a, b}, &first, &second) != nil {
		return 0
	}
	return sign * cmp.Compare(first, second)
}

func ordinal(is bool) int {
	if is {
		return 1
	}
	return 0
}

// readable formats a CSV row for people: site domains, rounded numbers.
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
