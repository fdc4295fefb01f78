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
	Sort     string    // a column, with a leading minus turned round; "" = as the table is sorted
	All      bool      // also rows that nothing has to be done about
	Query    string    // part of what a row is about, any case
	About    Subject   // of a drill-down
	Limit    int
	Offset   int
}

// The values of TableFilter.Compare.
const (
	ComparePrevious = "previous" // as many days, right before
	CompareYear     = "year"     // the same weekdays 364 days before
	CompareCustom   = "custom"   // as many days from TableFilter.Before
	CompareNone     = "none"
)

// TableScope is what the rows of a table are about: whose figures, of which days, and what of them is missing.
type TableScope struct {
	Source              string    // the providers in words
	From, To            time.Time // the window; zero while nothing was read
	ComparedFrom        time.Time // the window it is compared with; zero when with none
	ComparedTo          time.Time
	NewestDay           time.Time // the last final day that was read; zero while there is none
	MissingDays         int       // days of the window that did not come, summed over sites
	ComparedMissingDays int       // likewise, of the window it is compared with
	Coverage            *float64  // percent of the whole that the rows can tell of; nil when that is all, or unknown
}

// Table is one page of a table of analysis.
type Table struct {
	TableScope
	Columns []TableColumn
	Rows    [][]any        // a value a column; nil is unknown
	Total   int64          // rows on all pages
	Totals  map[string]any // of columns over all pages; nil of several currencies
}

// TableColumn is what one value of every row is.
type TableColumn struct {
	Name  string // as in JSON
	Title string // as people read it
}
