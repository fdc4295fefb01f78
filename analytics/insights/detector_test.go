package insights

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
)

var update = flag.Bool("update", false, "write what the detectors find into the cases")

// Every case of every detector: its want is exactly the detector's output, in order. Cases are subtests: -run
// TestDetectorsFindWhatTheirCasesWant/slow_page runs those of one detector. The file "with" lists
// other types the case depends on, for conflicts or the score scale. A case with the file "alone" has its own
// database: one of its figures is on a rounding tie, which row order decides. The crawl of a case with the
// file "cut" stopped at a limit.
func TestDetectorsFindWhatTheirCasesWant(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("detectors/*/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range cases {
		folder := filepath.Base(filepath.Dir(filepath.Dir(name)))
		t.Run(folder+"/"+strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var pages []analyticstest.Page
			var links []analyticstest.Link
			open := analyticstest.OpenShared
			if hasFile(archive, "alone") {
				open = analyticstest.Open
			}
			db := open(t)
			detector := strings.NewReplacer("_by_search", "", "_untracked", "").Replace(folder)
			types := []string{detector}
			want, days, rules := &txtar.File{}, map[string]string{}, upslope.SiteRules{}
			for i, file := range archive.Files {
				switch report := strings.TrimSuffix(file.Name, ".csv"); {
				case file.Name == "pages.csv":
					pages = analyticstest.ParsePages(t, file.Data)
				case file.Name == "links.csv":
					links = analyticstest.ParseLinks(t, file.Data)
				case file.Name == "days.csv":
					for _, cells := range analyticstest.ParseRows(t, file.Data, "report") {
						days[cells["report"]] = cells["days"]
					}
				case file.Name == "rules.json": // the owner's rules
					if err := json.Unmarshal(file.Data, &rules); err != nil {
						t.Fatal(err)
					}
				case file.Name == "alone", file.Name == "cut":
				case file.Name == "with":
					types = append(types, strings.Fields(string(file.Data))...)
				case file.Name == "want":
					want = &archive.Files[i]
				case slices.Contains(facts.Reports(), report):
					analyticstest.AddReport(t, db, report, file.Data)
					days[report] = cmp.Or(days[report], analyticstest.WholeHistory)
				default:
					t.Fatalf("%s is no table of a case", file.Name)
				}
			}
			analyticstest.AddSearchReports(t, db, days)
			store := &analyticstest.Store{Of: db.AccountID, Owner: rules}
			if len(days) > 0 {
				store.Connected = db.Connections()
			}
			if len(pages) > 0 {
				store.Crawl = analyticstest.AddCrawl(t, db, pages, links...)
				store.Crawl.Partial = hasFile(archive, "cut")
			}
			recompute(t, db, store, types...)
			got := listing(ofOrWith(detector, store.Insights))
			if len(days) > 0 {
				got = report(ofOrWith(detector, store.Insights))
			}
			if *update {
				want.Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(want.Data) {
				t.Errorf("found\n%s\nwant\n%s%s", got, want.Data, rewrite(t))
			}
		})
	}
}

// rewrite says how to accept what a test found.
func rewrite(t *testing.T) string {
	return fmt.Sprintf("\nif that is intended: go test -run '%s' ./analytics/insights -update, and read the diff", t.Name())
}

func hasFile(archive *txtar.Archive, name string) bool {
	return slices.ContainsFunc(archive.Files, func(file txtar.File) bool { return file.Name == name })
}

// report renders everything people read of insights, best first.
func report(insights []upslope.StoredInsight) string {
	var b strings.Builder
	for _, insight := range insights {
		fmt.Fprintf(&b, "%d %s\n%s\n", insight.Score, insight.Title, insight.Summary)
		if value := insight.Value; value != nil {
			fmt.Fprintf(&b, "%.1f to %.1f, %.1f %s a month", value.Low, value.High, value.Mid, cmp.Or(value.Currency, value.Unit))
		} else {
			fmt.Fprint(&b, "unknown value")
		}
		fmt.Fprintf(&b, "; effort %d; real %.2f, fix %.2f\n", insight.Effort, insight.Evidence["probabilityReal"], insight.Evidence["probabilityFix"])
		for step := range strings.Lines(insight.Instructions) {
			fmt.Fprintf(&b, "- %s\n", strings.TrimSpace(step))
		}
	}
	return b.String()
}

// caseOf reads the pages of a meta_issues case.
func caseOf(t *testing.T, name string) []analyticstest.Page {
	t.Helper()
	archive, err := txtar.ParseFile("detectors/meta_issues/testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	return analyticstest.ParsePages(t, archive.Files[0].Data)
}

// of filters insights by type.
func of(insightType string, insights []upslope.StoredInsight) []upslope.StoredInsight {
	return slices.DeleteFunc(insights, func(insight upslope.StoredInsight) bool { return insight.Type != insightType })
}

// ofOrWith filters insights by type, with those that settle a finding of the type.
func ofOrWith(insightType string, insights []upslope.StoredInsight) []upslope.StoredInsight {
	return slices.DeleteFunc(insights, func(insight upslope.StoredInsight) bool {
		return insight.Type != insightType && !slices.ContainsFunc(insight.Also, func(also upslope.Finding) bool { return also.Type == insightType })
	})
}

// listing renders one line per insight: score, issue, entity, title.
func listing(insights []upslope.StoredInsight) string {
	var b strings.Builder
	for _, insight := range insights {
		fmt.Fprintf(&b, "%d %s %s: %s\n", insight.Score, insight.Entity.Issue, insight.Entity.Template+insight.Entity.Page, insight.Title)
	}
	return b.String()
}

// recomputed returns a site with these pages and links after one recompute.
func recomputed(t *testing.T, pages []analyticstest.Page, links ...analyticstest.Link) *analyticstest.Store {
	t.Helper()
	db := analyticstest.Open(t)
	store := &analyticstest.Store{Crawl: analyticstest.AddCrawl(t, db, pages, links...)}
	recompute(t, db, store)
	return store
}

// recompute runs the detectors of the types, or all of them without types.
func recompute(t *testing.T, facts Facts, store *analyticstest.Store, types ...string) {
	t.Helper()
	engine, err := New(facts, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	if len(types) > 0 {
		all := engine.detectors
		engine.detectors = nil
		for _, detector := range all {
			if slices.Contains(types, detector.Type) {
				engine.detectors = append(engine.detectors, detector)
			}
		}
	}
	if err := engine.Recompute(t.Context(), store.OwnerID(), "job"); err != nil {
		t.Fatal(err)
	}
}
