package analyticstest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"upslope"
)

// LastDay is the last final day of every provider in tests.
var LastDay = time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC)

// SyncID is the current read; rows of any other read are invisible.
const SyncID = uint64(1000)

// ConnectionID returns the ID of the site's connection to the provider of a report.
func ConnectionID(report string) string {
	provider, _, _ := strings.Cut(report, "_")
	number := slices.IndexFunc(upslope.Providers(), func(one upslope.Provider) bool { return one.ID == provider })
	return fmt.Sprintf("00000000-0000-4000-8000-00000000010%d", number)
}

// AllConnections returns a connection to every provider.
func AllConnections() []upslope.Connection {
	var all []upslope.Connection
	for _, provider := range upslope.Providers() {
		all = append(all, upslope.Connection{ID: ConnectionID(provider.ID), AccountID: AccountID, SiteID: SiteID, Provider: provider.ID, Status: upslope.Connected})
	}
	return all
}

// AddReport adds rows to the table of a report, from CSV with the table's columns. The days column counts
// back from LastDay: 3, or 0..27 for one row on each of these days. Ranges expand as in ParseRows.
func AddReport(t *testing.T, db *Site, report string, data []byte) {
	t.Helper()
	first, _, _ := strings.Cut(string(data), ",")
	types := columnTypes(t, db, report)
	columns := map[string]reflect.Value{}
	for name, kind := range types {
		columns[name] = reflect.MakeSlice(reflect.SliceOf(kind), 0, 0)
	}
	for _, cells := range ParseRows(t, data, first) {
		for _, day := range daysOf(t, cells["days"]) {
			row := map[string]string{
				"account_id": db.AccountID, "site_id": SiteID, "connection_id": ConnectionID(report), "day": day.Format(time.DateOnly), "sync_id": fmt.Sprint(SyncID),
			}
			for name, cell := range cells {
				if name != "days" {
					row[name] = cell
				}
			}
			for name := range row {
				if _, ok := types[name]; !ok {
					t.Fatalf("%s has no column %s", report, name)
				}
			}
			for name, kind := range types {
				columns[name] = reflect.Append(columns[name], cellOf(t, row[name], kind))
			}
		}
	}
	var names []string
	var values []any
	for name, column := range columns {
		names, values = append(names, name), append(values, column.Interface())
	}
	if err := db.InsertColumns(t.Context(), report, "", names, values...); err != nil {
		t.Fatal(err)
	}
}

func columnTypes(t *testing.T, db *Site, table string) map[string]reflect.Type {
	t.Helper()
	plain := map[string]reflect.Type{
		"UUID": reflect.TypeFor[string](), "String": reflect.TypeFor[string](), "Date": reflect.TypeFor[time.Time](), "Bool": reflect.TypeFor[bool](),
		"UInt8": reflect.TypeFor[uint8](), "UInt16": reflect.TypeFor[uint16](), "UInt32": reflect.TypeFor[uint32](), "UInt64": reflect.TypeFor[uint64](),
		"Float32": reflect.TypeFor[float32](), "Float64": reflect.TypeFor[float64](),
	}
	types := map[string]reflect.Type{}
	sql := "select name, type from system.columns where database = currentDatabase() and table = {table:String} and default_kind != 'MATERIALIZED'"
	err := db.Query(t.Context(), sql, map[string]any{"table": table}, func(_ []string, values []any) error {
		kind := strings.NewReplacer("LowCardinality(String)", "String").Replace(fmt.Sprint(values[1]))
		inner := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(kind, "Nullable("), "Array("), ")")
		goType, ok := plain[inner]
		switch {
		case !ok:
			return fmt.Errorf("column %v is a %v", values[0], kind)
		case strings.HasPrefix(kind, "Nullable("):
			goType = reflect.PointerTo(goType)
		case strings.HasPrefix(kind, "Array("):
			goType = reflect.SliceOf(goType)
		}
		types[fmt.Sprint(values[0])] = goType
		return nil
	})
	if err != nil || len(types) == 0 {
		t.Fatalf("columns of %s: %v, %v", table, types, err)
	}
	return types
}

// cellOf parses a cell: empty is the zero value, and list items are separated by a vertical bar.
func cellOf(t *testing.T, cell string, kind reflect.Type) reflect.Value {
	t.Helper()
	value := reflect.New(kind).Elem()
	if cell == "" {
		return value
	}
	number, err := strconv.ParseFloat(cell, 64)
	switch {
	case kind.Kind() == reflect.Pointer:
		inner := cellOf(t, cell, kind.Elem())
		value.Set(reflect.New(kind.Elem()))
		value.Elem().Set(inner)
		return value
	case kind.Kind() == reflect.Slice:
		for part := range strings.SplitSeq(cell, "|") {
			value = reflect.Append(value, cellOf(t, part, kind.Elem()))
		}
		return value
	case kind == reflect.TypeFor[time.Time]():
		var day time.Time
		if day, err = time.Parse(time.DateOnly, cell); err == nil {
			value.Set(reflect.ValueOf(day))
		}
	case kind.Kind() == reflect.String:
		value.SetString(cell)
		err = nil
	case kind.Kind() == reflect.Bool:
		value.SetBool(cell == "true")
		err = nil
	case err == nil:
		value.Set(reflect.ValueOf(number).Convert(kind))
	}
	if err != nil {
		t.Fatalf("%q is no %s", cell, kind)
	}
	return value
}

// daysOf parses days before LastDay: 3 or 0..27.
func daysOf(t *testing.T, cell string) []time.Time {
	t.Helper()
	from, to, isRange := strings.Cut(cell, "..")
	if !isRange {
		to = from
	}
	first, err := strconv.Atoi(from)
	if err != nil {
		t.Fatalf("days %q", cell)
	}
	last, err := strconv.Atoi(to)
	if err != nil {
		t.Fatalf("days %q", cell)
	}
	var days []time.Time
	for ago := first; ago <= last; ago++ {
		days = append(days, LastDay.AddDate(0, 0, -ago))
	}
	return days
}

// AddDays marks days of a report as imported, for example 0..27.
func AddDays(t *testing.T, db *Site, report, cell string) {
	t.Helper()
	type currentDay struct {
		AccountID    string    `ch:"account_id"`
		SiteID       string    `ch:"site_id"`
		ConnectionID string    `ch:"connection_id"`
		Report       string    `ch:"report"`
		Day          time.Time `ch:"day"`
		SyncID       uint64    `ch:"sync_id"`
		IsFinal      bool      `ch:"is_final"`
		ReadOn       time.Time `ch:"read_on"`
	}
	var rows []currentDay
	for _, day := range daysOf(t, cell) {
		rows = append(rows, currentDay{db.AccountID, SiteID, ConnectionID(report), report, day, SyncID, !day.After(LastDay), Today})
	}
	if err := db.InsertRows(t.Context(), "current_days", "", rows); err != nil {
		t.Fatal(err)
	}
}

// WholeHistory is the default for the imported days of a report.
const WholeHistory = "0..479"

// AddSearchReports marks days of reports as imported. Search Console reports missing from a case derive from
// its queries by page, as if no query were hidden and no two pages shared a result page.
func AddSearchReports(t *testing.T, db *Site, days map[string]string) {
	t.Helper()
	if span, ok := days["gsc_query_pages"]; ok {
		for report, by := range map[string]string{"gsc_queries": ", query", "gsc_pages": ", page", "gsc_totals": ""} {
			if days[report] != "" {
				continue
			}
			days[report] = span
			sql := "insert into " + report + " (account_id, site_id, connection_id, day, sync_id" + by + ", clicks, impressions, position)" +
				" select account_id, site_id, connection_id, day, sync_id" + by + ", sum(clicks), sum(impressions), sum(position * impressions) / sum(impressions)" +
				" from gsc_query_pages where account_id = {account_id:UUID} group by account_id, site_id, connection_id, day, sync_id" + by
			if err := db.Exec(t.Context(), sql, map[string]any{"account_id": db.AccountID}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for report, span := range days {
		AddDays(t, db, report, span)
	}
}
