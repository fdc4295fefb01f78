package upslope

import "time"

// TableFilter selects the rows and days of an analysis table.
type TableFilter struct {
	SiteID   string    // "" = every site of the account, or of the client
	ClientID string    // whose sites count; "" = everybody's
	From     time.Time // the first day; zero = as many days as the table shows, up to To
	To       time.Time // the last day; zero = the last final day of its source
	Compare  string    // previous, year, custom or none; "" = previous
	Before   time.Time // the first day of a custom comparison, which has as many days
	Brand    string    // brand or non-brand; "" or all = both
	Sort     string    // a column, descending with a leading minus; "" = the table's own order
	All      bool      // also rows that need no action
	Query    string    // part of a row's subject, in any case
	About    Subject   // of a drill-down
	Limit    int
	Offset   int
}

// HasDays reports whether days or a comparison are chosen.
func (f TableFilter) HasDays() bool {
	return !f.From.IsZero() || !f.To.IsZero() || !f.Before.IsZero() || f.Compare != ""
}

// The values of TableFilter.Compare.
const (
	ComparePrevious = "previous" // as many days, right before
	CompareYear     = "year"     // the same weekdays 364 days before
	CompareCustom   = "custom"   // as many days from TableFilter.Before
	CompareNone     = "none"
)

// TableScope is what a table's rows are about: whose figures, of which days, and what of them is missing.
type TableScope struct {
	Source              string    // the providers in words
	From, To            time.Time // the window; zero while nothing was read
	ComparedFrom        time.Time // the window it is compared with; zero when with none
	ComparedTo          time.Time
	NewestDay           time.Time // the last final day that was read; zero if none
	MissingDays         int       // days of the window that were not read, summed over sites
	ComparedMissingDays int       // likewise, of the window it is compared with
	Coverage            *float64  // percent of the total that the rows explain; nil: all, or unknown
}

// Table is one page of an analysis table.
type Table struct {
	TableScope
	Columns []TableColumn
	Rows    [][]any        // one value per column; nil is unknown
	Total   int64          // rows on all pages
	Totals  map[string]any // of columns over all pages; nil of several currencies
}

// TableColumn describes one value of every row.
type TableColumn struct {
	Name  string // as in JSON
	Title string // as people read it
}
