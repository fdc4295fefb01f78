package tables

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/insights"
)

// recording records queries.
type recording struct {
	*analyticstest.Site
	mu    sync.Mutex
	asked []question
}

type question struct {
	sql    string
	params map[string]any
}

func (r *recording) Query(ctx context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	r.mu.Lock()
	r.asked = append(r.asked, question{sql, params})
	r.mu.Unlock()
	return r.Site.Query(ctx, sql, params, each)
}

var (
	readsTable   = regexp.MustCompile(`ReadFromMergeTree \(\w+\.(\w+)\)`)
	granulesRead = regexp.MustCompile(`Granules: (\d+)/(\d+)`)
)

// granulesOf returns the granules that a query plan reads, per table and read.
func granulesOf(t *testing.T, db *analyticstest.Site, asked question) map[string][]int {
	t.Helper()
	found, table := map[string][]int{}, ""
	err := db.Query(t.Context(), "explain indexes = 1 "+asked.sql, asked.params, func(_ []string, values []any) error {
		line, _ := values[0].(string)
		if match := readsTable.FindStringSubmatch(line); match != nil {
			table = match[1]
			found[table] = append(found[table], -1)
		} else if match := granulesRead.FindStringSubmatch(line); match != nil && table != "" {
			// The last of several indexes has what remains.
			left, err := strconv.Atoi(match[1])
			found[table][len(found[table])-1] = left
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatalf("explain %.500s: %v", asked.sql, err)
	}
	return found
}

// Plans of a recompute and of tables read only the granules with rows of the site, not those of other sites
// of the account.
func TestPlansReadOnlyTheGranulesOfTheSite(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.ManySites(t, db)
	recorder := &recording{Site: db}
	engine, err := insights.New(recorder, &analyticstest.Store{Connected: analyticstest.AllConnections()}, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Recompute(t.Context(), analyticstest.AccountID, "job"); err != nil {
		t.Fatal(err)
	}
	analysis, err := New(recorder, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range analysis.TableNames() {
		if strings.HasPrefix(name, "seo/") {
			if _, err := analysis.Table(t.Context(), analyticstest.AccountID, name, upslope.TableFilter{SiteID: analyticstest.SiteID, Limit: 10}); err != nil {
				t.Fatal(err)
			}
		}
	}
	parts := map[string]int{}
	err = db.Query(t.Context(), "select table, count(), sum(marks) from system.parts where active and database = currentDatabase() group by table", nil, func(_ []string, values []any) error {
		var count, marks uint64
		err := facts.ScanUints(values[1:], &count, &marks)
		table, _ := values[0].(string)
		parts[table] = int(count)
		if strings.HasPrefix(table, "gsc_") && table != "gsc_totals" && marks < analyticstest.GranulesSites*analyticstest.GranulesDays*analyticstest.GranulesRows/analyticstest.GranuleSize {
			t.Errorf("%s has %d granules: too few to tell sites apart", table, marks)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// The rows of a site start and end within a granule, in every part.
	const own = analyticstest.GranulesDays * analyticstest.GranulesRows / analyticstest.GranuleSize
	looked := map[string]int{}
	for _, asked := range recorder.asked {
		for table, reads := range granulesOf(t, db, asked) {
			for _, granules := range reads {
				looked[table]++
				if most := own + 2*parts[table]; granules > most {
					t.Errorf("%d granules of %s are read, the site lies in %d:\n%s", granules, table, most, firstLine(asked.sql))
				}
				if granules < 0 && strings.HasPrefix(table, "gsc_") {
					t.Errorf("%s is read without an index:\n%s", table, firstLine(asked.sql))
				}
			}
		}
	}
	for _, table := range []string{"gsc_query_pages", "gsc_queries", "gsc_pages", "current_days"} {
		if looked[table] == 0 {
			t.Errorf("no plan reads %s", table)
		}
	}
}

// firstLine returns the first comment of a query.
func firstLine(sql string) string {
	for line := range strings.Lines(sql) {
		if strings.HasPrefix(line, "-- One row") {
			return line
		}
	}
	return fmt.Sprintf("%.200s", sql)
}
