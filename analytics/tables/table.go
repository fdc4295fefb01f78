package tables

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"

	"upslope"
	"upslope/analytics/facts"
)

// tableSQL has two forms of a statement: one looks up the current reads, one gets them as parameters if they
// are few.
type tableSQL struct{ many, few string }

func tableSQLOf(text string) tableSQL {
	return tableSQL{many: facts.LookedUp("window_reads").Must(text), few: facts.Given().Must(text)}
}

// sql selects the form.
func (q *tableQuery) sql(of tableSQL) string {
	if q.few {
		return of.few
	}
	return of.many
}

//go:embed */*.sql */*.toml
var tableFiles embed.FS

// table is one pair of files under tables/, such as seo/queries.sql and seo/queries.toml, served at
// /api/seo/queries.
//
// The SQL returns the rows, with the columns of the .toml in snake case (siteId is site_id) and total, the
// number of rows on all pages. Its header lists the definitions it uses from package facts. Its parameters
// are:
//
//	account_id, sites, connections   scope of the rows
//	from, to                         window
//	compared_from, compared_to       compared window; rows before from belong to it; 1970-01-01 for none, so
//	                                 that it has no row
//	q, brand                         search text; all, brand or non-brand
//	all                              whether to include rows that need no action
//	ascending, descending            sort column; the other one is "unsorted", a constant that every SQL has
//	limit, offset                    page
//	brand_terms, …                   inputs of is_brand_of(site, query); see features.Brand
//	ctr                              published CTR by position; ctr_at(position) looks one up
//	imports, links                   newest crawls
//	live_connections                 number of connections to the providers of its reports
//	month_days                       converts a total of n days to a month: × month_days / n
//
//	gsc_queries_sync_ids             current reads of a report, if they are few
//	keys, key_days                   row keys and the days they were last seen; empty: all
//	verdict_ids, …                   open opportunities of a type, if it has verdicts; see verdicts.go
//	about_query, …                   the subject of a drill-down; see drilldown.go
//
// and the constants of its .toml.
//
// A third file, such as seo/queries.pick.sql, selects the rows of a page in sort order: key, the last day of
// the row, and total. The SQL of the table then computes only these rows. Exports have all rows without
// picking, and small tables are not worth the extra query.
type table struct {
	name      string
	Title     string   // of the exported file
	Reports   []string // its inputs; the last final day of the first one with any ends the window
	Uses      []string // optional inputs, without effect on the window: reports or the crawl
	Source    string   // label of the providers, if their names are not enough
	Days      int      // default window; {windowDays} if not set
	MostDays  int      `toml:"most_days"`  // longer windows are limited to their last days; 0: no limit
	NoCompare bool     `toml:"no_compare"` // without compared window
	// AddsCompared has the rows of the compared days too, where a comparison is asked for.
	AddsCompared bool   `toml:"adds_compared"`
	Coverage     string // clicks or spend: the metric whose covered share is shown
	Sort         string // a column; a leading minus reverses it
	Verdicts     string // the type of the open opportunities that its rows repeat; "": none
	Columns      []tableColumn
	Counts       []string       // counts over all pages beside the totals, such as failing_total in SQL
	Parameters   map[string]any // constants of its SQL

	rows    tableSQL
	picked  tableSQL // empty for none
	addable []string // reports with monthly aggregates
}

// tableColumn is a column of a table.
type tableColumn struct {
	Name     string
	SQL      string // its SQL name, if not its name in snake case
	Title    string
	Decimals *int   // of a number in the CSV file; 2 by default
	Only     string // json or csv: only in that format
	Unsorted bool   // not sortable
	Unpicked bool   // unknown to the picking SQL
	SortBy   string `toml:"sort_by"` // hidden SQL column to sort by
	Site     bool   // a site ID, exported as its domain
	Total    bool   // the SQL has its total over all pages, such as spend_total
	Unit     string // of a metric in a drill-down, as in upslope.Metric
	Better   string // likewise
}

// Formats that a column can be limited to.
const (
	onlyJSON = "json"
	onlyCSV  = "csv"
)

// loadTables reads every pair, by name, and rejects malformed ones at startup instead of in a request.
func loadTables(files fs.FS) (map[string]*table, error) {
	paths, err := fs.Glob(files, "*/*.toml")
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	tables := map[string]*table{}
	for _, file := range paths {
		name := strings.TrimSuffix(file, ".toml")
		if tables[name], err = loadTable(files, name); err != nil {
			return nil, fmt.Errorf("table %s: %w", name, err)
		}
	}
	return tables, nil
}

func loadTable(files fs.FS, name string) (*table, error) {
	t := &table{name: name, Days: facts.WindowDays}
	file := name
	about, err := fs.ReadFile(files, file+".toml")
	if err != nil {
		return nil, err
	}
	read, err := toml.Decode(string(about), t)
	if err != nil {
		return nil, err
	}
	if unknown := read.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("%s.toml has the unknown key %s", name, unknown[0])
	}
	sql, err := fs.ReadFile(files, file+".sql")
	if err != nil {
		return nil, err
	}
	t.rows = tableSQLOf(string(sql))
	switch pick, err := fs.ReadFile(files, file+".pick.sql"); {
	case err == nil:
		t.picked = tableSQLOf(string(pick))
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if strings.Contains(string(sql), "from searches") || t.Coverage == "clicks" {
		t.addable = append(t.addable, "gsc_queries")
	}
	if strings.Contains(string(sql), "from page_searches") {
		t.addable = append(t.addable, "gsc_query_pages")
	}
	if len(t.Reports) == 0 {
		return nil, errors.New("the .toml does not say what it reads")
	}
	for _, report := range slices.Concat(t.Reports, t.Uses) {
		if report != facts.Crawl && !slices.Contains(facts.Reports(), report) {
			return nil, fmt.Errorf("the .toml names the unknown report %q", report)
		}
	}
	if _, _, err := t.order(t.Sort); err != nil {
		return nil, err
	}
	return t, nil
}

// unsorted is the constant column for the sort direction that is not requested.
const unsorted = "unsorted"

// order splits the requested sort into the columns for ascending and descending order.
func (t *table) order(sort string) (ascending, descending string, err error) {
	if sort == "" {
		sort = t.Sort
	}
	name, down := strings.CutPrefix(sort, "-")
	var names []string
	for _, column := range t.Columns {
		if column.Unsorted || column.Only != "" {
			continue
		}
		if column.Name == name {
			if down {
				return unsorted, cmp.Or(column.SortBy, column.inSQL()), nil
			}
			return cmp.Or(column.SortBy, column.inSQL()), unsorted, nil
		}
		names = append(names, column.Name)
	}
	last := len(names) - 1
	return "", "", upslope.FieldErrorf("sort", "sort must be one of %s or %s, with a leading minus to turn it round.", strings.Join(names[:last], ", "), names[last])
}

// picks reports whether the rows of a page can be selected first: not when searching by text.
func (t *table) picks(filter upslope.TableFilter) bool {
	sort := strings.TrimPrefix(cmp.Or(filter.Sort, t.Sort), "-")
	return t.picked != (tableSQL{}) && (filter.Brand == "" || filter.Brand == "all") &&
		!slices.ContainsFunc(t.Columns, func(column tableColumn) bool { return column.Name == sort && column.Unpicked })
}

func (c tableColumn) inSQL() string { return cmp.Or(c.SQL, snakeCase(c.Name)) }

// snakeCase converts a JSON name to SQL.
func snakeCase(name string) string {
	var snake strings.Builder
	for _, letter := range name {
		if unicode.IsUpper(letter) {
			snake.WriteByte('_')
		}
		snake.WriteRune(unicode.ToLower(letter))
	}
	return snake.String()
}

// namesBrands reports whether its rows depend on the sites' brands, which change with their names and rules.
func (t *table) namesBrands() bool {
	return brandParam.MatchString(t.rows.many) || brandParam.MatchString(t.picked.many) || brandParam.MatchString(coveragesSQL()[t.Coverage].many)
}

// brandParam matches what features.AddBrandParams adds.
var brandParam = regexp.MustCompile(`\{(brand_\w+|suspected_brand|not_brand):`)

// readsCrawl reports whether it reads a crawl, so that it works without a provider.
func (t *table) readsCrawl() bool { return slices.Contains(t.Reports, facts.Crawl) }

// providers returns the label of the figures' sources.
func (t *table) providers() string {
	if t.Source != "" {
		return t.Source
	}
	var names []string
	for _, report := range t.Reports {
		name := cmp.Or(facts.ProviderNames()[facts.ProviderOf(report)], "Crawl")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
