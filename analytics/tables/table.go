package tables

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"

	"upslope"
	"upslope/analytics/facts"
)

// tableSQL is a statement that looks the reads that count up, where they are many, and one whose parameters give them, where they are few.
type tableSQL struct{ many, few string }

func tableSQLOf(text string) tableSQL {
	return tableSQL{many: facts.LookedUp("window_reads").Must(text), few: facts.Given().Must(text)}
}

// sql chooses between the two.
func (q *tableQuery) sql(of tableSQL) string {
	if q.few {
		return of.few
	}
	return of.many
}

//go:embed */*.sql */*.toml
var tableFiles embed.FS

// table is one pair of files under tables/, such as seo/queries.sql and seo/queries.toml, which the edge serves at /api/seo/queries.
//
// The SQL gives one row a row, with the columns of the .toml in snake case (siteId is site_id) and total, which is how many rows there are
// on all pages. Its header names what it uses of package facts. Its parameters are:
//
//	account_id, sites, connections   of which rows there may be
//	from, to                         the window
//	compared_from, compared_to       the window it is compared with; 1970-01-01 when with none, so that no row lies in it; what lies
//	                                 before from is of that one
//	q, brand                         what is searched for; all, brand or non-brand
//	ascending, descending            the column to sort by; the one that is not asked for is unsorted, which every SQL has to have
//	limit, offset                    which of the rows
//	brand_terms, …                   what is_brand_of(site, query) looks at, see brand.go
//	ctr                              the published click rates by position; ctr_at(position) looks one up
//	imports, links                   the newest crawls
//	live_connections                 how many connections there are to the providers of its reports
//	month_days                       what n days have is × month_days / n a month
//
//	gsc_queries_sync_ids             the reads of a report that count, where they are few
//	keys, key_days                   of which rows there may be, and the days on which they were last seen; empty: all of them
//
// and the numbers of its .toml.
//
// A third file, such as seo/queries.pick.sql, finds the rows of a page by what it is sorted by, in their order: key, the last day on which
// the row was seen, and total. The SQL of the table then works out no other rows. Files for people have all rows, without
// picking, and pages of few rows are not worth a query more.
type table struct {
	name       string
	Title      string   // of the file that people save
	Reports    []string // what it reads; the last final day of the first that has one ends the window
	Uses       []string // what it can do without: reports that do not make its window, or crawl
	Source     string   // the providers, when their names do not say enough
	Days       int      // of the window; {windowDays} unless it says otherwise
	MostDays   int      `toml:"most_days"`  // of the window: of a longer one the last; 0: any
	NoCompare  bool     `toml:"no_compare"` // figures are of one window
	Coverage   string   // clicks or spend: what part of it the rows can tell of
	Sort       string   // a column, with a leading minus turned round
	Columns    []tableColumn
	Parameters map[string]any // the numbers of its SQL

	rows    tableSQL
	picked  tableSQL // empty when there is none
	addable []string // the reports that it reads by month where those were added up
}

// tableColumn is a column of a table.
type tableColumn struct {
	Name     string
	SQL      string // its name in the SQL, when that is not the name in snake case
	Title    string
	Decimals *int   // of a number in the CSV file; 2 unless it says otherwise
	Only     string // json or csv: it is not in the other
	Unsorted bool   // it cannot be sorted by
	Unpicked bool   // the SQL that picks rows does not know it
	SortBy   string `toml:"sort_by"` // the column of the SQL that it is sorted by, when that is another
	Site     bool   // the id of a site, whose domain stands in the CSV file
}

// Where a column is, when it is not in both.
const (
	onlyJSON = "json"
	onlyCSV  = "csv"
)

// loadTables reads every pair, by its name. A pair that cannot work is an error here, not in a request.
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

// unsorted is the column that a table is sorted by in the direction that nobody asked for: the same in every row.
const unsorted = "unsorted"

// order turns a sort of a request into the columns that the SQL sorts by upwards and downwards.
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

// picks says whether the rows of a page can be found before the others of their columns are read: not by the texts of what is searched for.
func (t *table) picks(filter upslope.TableFilter) bool {
	sort := strings.TrimPrefix(cmp.Or(filter.Sort, t.Sort), "-")
	return t.picked != (tableSQL{}) && (filter.Brand == "" || filter.Brand == "all") &&
		!slices.ContainsFunc(t.Columns, func(column tableColumn) bool { return column.Name == sort && column.Unpicked })
}

// inSQL is what the SQL calls the column.
func (c tableColumn) inSQL() string { return cmp.Or(c.SQL, snakeCase(c.Name)) }

// snakeCase is how SQL writes a name of JSON.
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

// readsCrawl says whether there are rows of a crawl too, so that it needs no provider.
func (t *table) readsCrawl() bool { return slices.Contains(t.Reports, facts.Crawl) }

// providers are the words for whose figures these are.
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
