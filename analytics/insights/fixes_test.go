package insights

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/BurntSushi/toml"
	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/analytics/analyticstest"
)

// fixesOf returns the best insight of a detector case and its fixes by kind, as the site's plan leaves them.
func fixesOf(t *testing.T, name, insightType string, leftOut ...upslope.Action) (upslope.Insight, map[string]upslope.Fix) {
	t.Helper()
	archive, err := txtar.ParseFile("detectors/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	db, store, days := analyticstest.Open(t), &analyticstest.Store{}, map[string]string{}
	var pages []analyticstest.Page
	var links []analyticstest.Link
	for _, file := range archive.Files {
		switch report := strings.TrimSuffix(file.Name, ".csv"); report {
		case "pages":
			pages = analyticstest.ParsePages(t, file.Data)
		case "links":
			links = analyticstest.ParseLinks(t, file.Data)
		case "want", "days":
		case "rules.json":
			if err := json.Unmarshal(file.Data, &store.Owner); err != nil {
				t.Fatal(err)
			}
		default:
			analyticstest.AddReport(t, db, report, file.Data)
			days[report] = analyticstest.WholeHistory
		}
	}
	analyticstest.AddSearchReports(t, db, days)
	if len(days) > 0 {
		store.Connected = analyticstest.AllConnections()
	}
	if len(pages) > 0 {
		store.Crawl = analyticstest.AddCrawl(t, db, pages, links...)
	}
	recompute(t, db, store, insightType)
	found := of(insightType, store.Insights)
	if len(found) == 0 {
		t.Fatalf("%s: nothing found", name)
	}
	found[0].Insight.LeftOut = leftOut
	engine, err := New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	fixes, err := engine.Fixes(t.Context(), analyticstest.AccountID, found[0].Insight, nil)
	if err != nil {
		t.Fatal(err)
	}
	byKind := map[string]upslope.Fix{}
	for _, fix := range fixes {
		byKind[fix.Kind] = fix
	}
	return found[0].Insight, byKind
}

// The steps of an insight are also available as a table, ready to upload.
func TestFixesAreTheTablesOfTheStepsReadyToPaste(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ name, insightType, kind, head, row string }{
		{"keyword_opportunity/testdata/gap", "keyword_opportunity", "titles", "Page,Current title,Proposed title,Current description,Proposed description",
			"https://example.com/shop/dull,Product 4711,Red Shoes: Product 4711,"},
		{"cannibalization/testdata/turns", "cannibalization", "redirects", "From,To,Status", ",301"},
		// Redirects point to the final address, not to another redirect.
		{"cannibalization/testdata/slashes", "cannibalization", "redirects", "From,To,Status", "https://example.com/shop/blue/,https://example.com/blog/blue/,301"},
		{"link_targets_by_search/testdata/by_search", "link_targets", "links", "Source,Anchor,Target", "https://example.com/"},
		{"link_targets/testdata/sources", "link_targets", "links", "Source,Anchor,Target", "https://example.com/"},
		{"meta_issues/testdata/wording", "meta_issues", "titles", "Page,Current title,Proposed title", "https://example.com/same,,Lake tents by the shore | Example"},
		{"meta_issues/testdata/redirects", "meta_issues", "links", "Link to replace,Replace with,Links", "https://example.com/"},
	} {
		insight, fixes := fixesOf(t, one.name, one.insightType)
		fix, ok := fixes[one.kind]
		lines := strings.Split(strings.TrimSpace(fix.Content), "\n")
		if !ok || fix.MediaType != "text/csv" || lines[0] != one.head || len(lines) < 2 || !strings.Contains(lines[1], one.row) {
			t.Errorf("%s (%s): %s is %+v", one.name, insight.Title, one.kind, fix)
		}
		ticket := fixes["ticket"].Content
		if !strings.HasPrefix(ticket, "# ") || strings.Count(ticket, "- [ ] ") != strings.Count(insight.Instructions, "\n")+1 || !strings.Contains(ticket, "- Window: ") {
			t.Errorf("%s: the ticket is\n%s", one.name, ticket)
		}
	}
}

func TestATicketSaysWhatItIsWorthAndCannotBeWrittenByAPage(t *testing.T) {
	t.Parallel()
	text := ticket(upslope.Insight{
		Title: "Shorten “<b>[here](https://evil.example)”", Summary: "Two\nlines.", Instructions: "Do this.\nThen that.",
		Value:      &upslope.Value{Low: 10, Mid: 1234.4, High: 2000, Unit: "currency", Currency: "EUR"},
		Confidence: 38, Effort: 10,
		Evidence: map[string]any{"window": "May 1, 2026 to May 28, 2026", "impressionsMonth": 12345.0, "probabilityReal": .95, "probabilityFix": .4, "clickRate": .0123, "spendMonth": 317., "lcpSeconds": 4.43, "measuredBy": "url",
			"clicksMid": 509.8, "clickValue": 5.8656, "clickValueSource": upslope.RevenueOfVisits},
	}, []upslope.Insight{{Title: "Link to *it*", Summary: "It has few.", Instructions: "Link here.\nAnd there."}}).Content
	for _, want := range []string{
		`# Shorten “\<b>\[here](https://evil.example)”`, "\nTwo lines.\n", "**Estimated revenue:** €1,200 a month (€10 to €2,000)", "**Confidence:** 38% (problem is real: 95%; fix works: 40%)",
		"- [ ] Do this.\n- [ ] Then that.\n", "## Related: Link to \\*it\\*\n\nIt has few.\n\n- **Potential value:** not yet estimated;", "- [ ] Link here.\n- [ ] And there.\n\n## Evidence", "- Window: May 1, 2026 to May 28, 2026\n", "- Impressions a month: 12,345\n", "- Click rate: 1.2%\n", "- Spend a month: €317\n", "- LCP: 4.43 s\n", "- Measured by: real visits to this page\n",
		"- **Based on:** 510 extra clicks × €5.87 a click (Revenue of organic visits in Google Analytics)\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	unvalued := upslope.Insight{Evidence: map[string]any{"currency": "EUR", "cpcNow": "0.81", "extraSpendMonth": 197.}}
	if text := ticket(unvalued, nil).Content; !strings.Contains(text, "- CPC now: €0.81\n- Extra spend a month: €197\n") || strings.Contains(text, "Currency") {
		t.Errorf("without a value, amounts are\n%s", text)
	}
	if unknown := worth(nil); unknown != "not yet estimated" {
		t.Errorf("an unknown value is %q", unknown)
	}
}

func TestNoCellOfAFixIsAFormula(t *testing.T) {
	t.Parallel()
	var declared struct{ Fixes map[string]fix }
	_, err := toml.Decode(`[fixes.links]
title = "Links"
file = "links.csv"
each = "list"
where = "{{.item.use}}"
columns = [ { title = "Anchor", cell = "{{.item.anchor}}" } ]`, &declared)
	if err != nil {
		t.Fatal(err)
	}
	list := []map[string]string{{"use": "yes", "anchor": `=HYPERLINK("x")`}, {"use": "", "anchor": "left out"}}
	made, err := declared.Fixes["links"].fill(candidate{columns: map[string]any{"list": list}}, addresses{}.of)
	if err != nil || made == nil || made.Content != "Anchor\n\"'=HYPERLINK(\"\"x\"\")\"\n" {
		t.Errorf("got %+v, %v", made, err)
	}
	if made, err = declared.Fixes["links"].fill(candidate{columns: map[string]any{"list": list[1:]}}, addresses{}.of); made != nil || err != nil {
		t.Errorf("a table without rows is %+v, %v", made, err)
	}
	if _, err = declared.Fixes["links"].fill(candidate{columns: map[string]any{}}, addresses{}.of); err == nil {
		t.Error("a list that the SQL does not give is no error")
	}
}

func TestAFixThatCannotWorkIsAnErrorAtTheStart(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{
		"[fixes.links]\ntitle = \"x\"\nfile = \"x.csv\"",
		"[fixes.links]\ntitle = \"x\"\nfile = \"x.exe\"\ncolumns = [{ title = \"a\", cell = \"b\" }]",
		"[fixes.links]\ntitle = \"x\"\nfile = \"x.csv\"\ntexts = [\"other\"]\ncolumns = [{ title = \"a\", cell = \"b\" }]",
	} {
		files := fstest.MapFS{
			"detectors/some/detector.toml": {Data: []byte("title = \"Some\"\nneeds = [\"crawl\"]\n[texts.one]\ntitle = \"One\"\n" + wrong)},
			"detectors/some/detector.sql":  {Data: []byte("select 1")}, "detectors/some/evidence.sql": {Data: []byte("select 1")},
		}
		if _, err := loadDetectors(files); err == nil || !strings.Contains(err.Error(), "fixes.links") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// What a stronger opportunity contradicts is in no table either.
func TestFixesLeaveOutWhatThePlanOfTheSiteLeftOut(t *testing.T) {
	t.Parallel()
	const same = "https://example.com/same"
	insight, fixes := fixesOf(t, "meta_issues/testdata/wording", "meta_issues")
	at := slices.IndexFunc(insight.Actions, func(one upslope.Action) bool { return one.Kind == upslope.ActionTitle && one.Page == same })
	if at < 0 || !strings.Contains(fixes["titles"].Content, same) {
		t.Fatalf("%s has no title to write: %v\n%s", same, insight.Actions, fixes["titles"].Content)
	}
	if _, fixes = fixesOf(t, "meta_issues/testdata/wording", "meta_issues", insight.Actions[at]); strings.Contains(fixes["titles"].Content, same) {
		t.Errorf("titles to write are\n%s", fixes["titles"].Content)
	}
}

// Links to a redirect are replaced by the address behind it: a redirect map would ask for what exists, and
// an address is not taken for its twin with another end.
func TestLinksToARedirectAreAListOfLinksAndNoRedirectMap(t *testing.T) {
	t.Parallel()
	_, fixes := fixesOf(t, "meta_issues/testdata/slash_twins", "meta_issues")
	want := "Link to replace,Replace with,Links,If there is no replacement\n" +
		"https://example.com/team,https://example.com/team/,3,\n" +
		"https://example.com/jobs,https://example.com/jobs/,2,\n" +
		"https://example.com/old,,2,\"Remove the link, or find a working page: https://example.com/lost is broken\"\n"
	if got := fixes["links"].Content; got != want {
		t.Errorf("links are\n%s\nwant\n%s", got, want)
	}
	if _, ok := fixes["redirects"]; ok || fixes["pages"].Content != "" {
		t.Errorf("beside them there are %v", fixes)
	}
}

func TestTheLinksOfAChainAreThoseToItsLaterRedirectsToo(t *testing.T) {
	t.Parallel()
	_, fixes := fixesOf(t, "meta_issues/testdata/chains_with_hops", "meta_issues")
	want := "Link to replace,Replace with,Links,Found on\n" +
		"https://example.com/a,https://example.com/c,5,https://example.com/ https://example.com/c\n" +
		"https://example.com/b,https://example.com/c,3,https://example.com/m\n"
	if got := fixes["links"].Content; got != want {
		t.Errorf("links are\n%s\nwant\n%s", got, want)
	}
}

func TestATableLeavesOutWhatSaysNothing(t *testing.T) {
	t.Parallel()
	var declared struct{ Fixes map[string]fix }
	_, err := toml.Decode(`[fixes.map]
title = "Map"
file = "map.csv"
each = "list"
columns = [ { title = "From", cell = "{{.item.from}}" }, { title = "To", cell = "{{.item.to}}" }, { title = "Found on", cell = "{{.item.on}}", optional = true }, { title = "New text", cell = "" } ]`, &declared)
	if err != nil {
		t.Fatal(err)
	}
	list := []map[string]string{{"from": "https://a/b", "to": "https://a/b/", "on": ""}, {"from": "https://a/c", "to": "https://a/c", "on": "https://a/d"}}
	made, err := declared.Fixes["map"].fill(candidate{columns: map[string]any{"list": list}}, addresses{}.of)
	if want := "From,To,New text\nhttps://a/b,https://a/b/,\n"; err != nil || made == nil || made.Content != want {
		t.Errorf("got %+v, %v, want %s", made, err, want)
	}
	if made, err = declared.Fixes["map"].fill(candidate{columns: map[string]any{"list": list[1:]}}, addresses{}.of); made != nil || err != nil {
		t.Errorf("addresses that lead to themselves are %+v, %v", made, err)
	}
}
