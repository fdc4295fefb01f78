package insights

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/scoring"
)

const fivePagesWithoutHeading = `url,status_code,h1,inlinks
https://example.com/,200,Example,9
https://example.com/jobs/{1..5},200,,{n}
`

// failing is a Facts whose queries fail.
type failing struct {
	Facts
	err error
}

func (f failing) Query(context.Context, string, map[string]any, func([]string, []any) error) error {
	return f.err
}

func TestEvidenceIsTheRowsThatTheInsightCounts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"template", "duplicates", "trunk"} {
		t.Run(name, func(t *testing.T) {
			pages := caseOf(t, name)
			db := analyticstest.OpenWithCrawl(t, pages)
			store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}}
			recompute(t, db, store)
			engine, err := New(db, store, func() time.Time { return analyticstest.Today })
			if err != nil {
				t.Fatal(err)
			}
			for _, insight := range store.Insights {
				evidence, err := engine.Evidence(t.Context(), analyticstest.AccountID, insight.Insight)
				if err != nil {
					t.Fatal(err)
				}
				if counted := insight.Evidence["affectedPages"]; float64(len(evidence.Rows)) != counted {
					t.Errorf("%s: %d rows, %v counted", insight.Title, len(evidence.Rows), counted)
				}
				if evidence.SQL == "" || evidence.Parameters["account_id"] != analyticstest.AccountID || evidence.Columns[0] != "url" {
					t.Errorf("%s: columns %v, parameters %v", insight.Title, evidence.Columns, evidence.Parameters)
				}
				if seen, ok := evidence.Rows[0]["times_seen"]; !ok || seen != nil {
					t.Errorf("%s: without search data nobody knows how often it is seen, the rows say %v", insight.Title, seen)
				}
			}
		})
	}
}

func TestEvidenceOfAKindThatIsNoLongerLookedForIsEmpty(t *testing.T) {
	t.Parallel()
	engine, err := New(failing{}, &analyticstest.Store{}, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	evidence, err := engine.Evidence(t.Context(), analyticstest.AccountID, upslope.Insight{Type: "forgotten"})
	if err != nil || evidence.Rows == nil || len(evidence.Rows) != 0 {
		t.Errorf("got %v, %v", evidence, err)
	}
}

func TestRowsOfOthersAndOfOtherImportsDoNotCount(t *testing.T) {
	t.Parallel()
	pages := analyticstest.ParsePages(t, []byte(fivePagesWithoutHeading))
	db := analyticstest.OpenWithCrawl(t, pages)
	other := "00000000-0000-4000-8000-0000000000ff"
	for _, store := range map[string]*analyticstest.Store{
		"another import": {Crawl: &upslope.Crawl{ImportID: other, ImportedAt: analyticstest.Today}},
	} {
		recompute(t, db, store)
		if len(store.Insights) != 0 {
			t.Errorf("found %s", listing(store.Insights))
		}
	}
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}}
	engine, err := New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Recompute(t.Context(), other, "job"); err != nil || len(store.Insights) != 0 {
		t.Errorf("another account found %s, %v", listing(store.Insights), err)
	}
}

func TestIssuesMarkedAsFixedDoNotCount(t *testing.T) {
	t.Parallel()
	db := analyticstest.OpenWithCrawl(t, analyticstest.ParsePages(t, []byte(fivePagesWithoutHeading)))
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}}
	err := db.Query(t.Context(), "select issue_id from technical_issues order by url limit 2", nil, func(_ []string, values []any) error {
		store.Fixed = append(store.Fixed, values[0].(string))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	recompute(t, db, store)
	if len(store.Insights) != 1 || store.Insights[0].Evidence["affectedPages"] != 3. {
		t.Errorf("found %s", listing(store.Insights))
	}
}

func TestUnknownValueIsNilAndSaysHowSureItIs(t *testing.T) {
	t.Parallel()
	insight := recomputed(t, analyticstest.ParsePages(t, []byte(fivePagesWithoutHeading))).Insights[0]
	if insight.Value != nil || insight.Confidence != 38 || insight.Effort != 10 || insight.Evidence["probabilityReal"] != .95 || insight.Evidence["probabilityFix"] != .4 {
		t.Errorf("value %v, confidence %d, effort %d, evidence %v", insight.Value, insight.Confidence, insight.Effort, insight.Evidence)
	}
	if insight.Evidence["source"] != "Crawl, internal_all.csv" || insight.Evidence["severity"] != "medium" || insight.Evidence["linksToPages"] != 15. {
		t.Errorf("evidence %v", insight.Evidence)
	}
}

func TestAKnownValueRanksByWhatItIsWorthOnAverage(t *testing.T) {
	t.Parallel()
	d := &detector{Type: "a", Texts: map[string]texts{"t": {}}}
	c, err := d.candidateOf(
		map[string]any{
			"text": "t", "entity_type": "page", "effort_class": uint8(3), "probability_real": .8, "probability_fix": .5,
			"value_low": 50., "value_mid": 400., "value_high": 300., "value_unit": "currency", "value_currency": "EUR",
		})
	if err != nil {
		t.Fatal(err)
	}
	insight, err := c.insight(onScale(scoring.Scale{Floor: 50, Top: 1905}), map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	// The middle stays, and lies below the high end.
	if of := *insight.Value; of.Low != 50 || of.Mid != 400 || math.Abs(of.High-400/.9) > 1e-9 || of.Unit != "currency" || of.Currency != "EUR" {
		t.Errorf("value %v", insight.Value)
	}
	// impact from 400, score from 400 × .4 = 160.
	if insight.Impact != 60 || insight.Confidence != 40 || insight.Effort != 50 || insight.Score != 40 {
		t.Errorf("impact %d, confidence %d, effort %d, score %d", insight.Impact, insight.Confidence, insight.Effort, insight.Score)
	}
}

// The upper bound of an unknown value caps its rank: a missing title on a page with almost no search traffic
// is no priority.
func TestAnUnknownValueRanksNoHigherThanWhatItCannotExceed(t *testing.T) {
	t.Parallel()
	d := &detector{Type: "a", Texts: map[string]texts{"t": {}}}
	score := func(most any) int {
		c, err := d.candidateOf(
			map[string]any{
				"text": "t", "entity_type": "page", "effort_class": uint8(2), "probability_real": .95, "probability_fix": .7, "severity": "high",
				"value_most": most, "value_unit": "clicks",
			})
		if err != nil {
			t.Fatal(err)
		}
		c.inMoney(&features.ClickValues{Source: "revenue", Currency: "EUR", Mean: 2, Types: map[string]float64{}, Pages: map[string]float64{}})
		insight, err := c.insight(onScale(scoring.Scale{Floor: 5, Top: 500}), map[string]any{})
		if err != nil || insight.Value != nil {
			t.Fatalf("value %v, %v", insight.Value, err)
		}
		return insight.Score
	}
	unknown, much, little := score(nil), score(1e6), score(.5)
	if unknown != much || little >= 15 || little >= unknown {
		t.Errorf("unknown %d, much %d, little %d", unknown, much, little)
	}
}

func TestANewFolderIsANewDetector(t *testing.T) {
	t.Parallel()
	folder := func(toml string) fstest.MapFS {
		return fstest.MapFS{
			"detectors/new/detector.toml": {Data: []byte(toml)},
			"detectors/new/detector.sql":  {Data: []byte("select 1")},
			"detectors/new/evidence.sql":  {Data: []byte("select 2")},
		}
	}
	good := "title = \"New\"\nicon = \"tag\"\nneeds = [\"crawl\"]\n[parameters]\nmany = 5\n[texts.a]\ntitle = \"{{count .pages `page`}}\"\n" +
		"[rule]\nfinds = \"it\"\nformula = \"1\"\nleaves_out = [\"that\"]\nconstants = [{ name = \"many\", title = \"Many\", least = 1, most = 9 }]\n"
	detectors, err := loadDetectors(folder(good))
	if err != nil || len(detectors) != 1 || detectors[0].insightType() != (upslope.InsightType{Type: "new", Title: "New", Icon: "tag"}) {
		t.Fatalf("got %v, %v", detectors, err)
	}
	for wrong, want := range map[string]string{
		strings.Replace(good, "crawl", "moon", 1):                     `unknown source "moon"`,
		strings.Replace(good, `"crawl"`, "", 1):                       "does not say what it needs",
		"colour = 1\n" + good:                                         "unknown key colour",
		strings.Replace(good, "}}", "", 1):                            "unclosed action",
		"title = \"New\"\nneeds = [\"crawl\"]\n":                      "needs a title and texts",
		strings.Replace(good, "finds", "formula_", 1):                 "unknown key rule.formula_",
		strings.Replace(good, "finds = \"it\"", "", 1):                "rule needs finds",
		strings.Replace(good, "name = \"many\"", "name = \"few\"", 1): `the constant "few", which is no number`,
		strings.Replace(good, "title = \"Many\", ", "", 1):            "the constant many without a title",
		strings.Replace(good, ", most = 9", "", 1):                    "only one of least and most",
		strings.Replace(good, "most = 9", "most = 4", 1):              "not between its least and most",
	} {
		if _, err := loadDetectors(folder(wrong)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", wrong, err, want)
		}
	}
}

// Every text of every crawl detector, for one page and for many, renders without repeating a step.
func TestEveryTextCanBeSaid(t *testing.T) {
	t.Parallel()
	detectors, err := loadDetectors(detectorFiles)
	if err != nil {
		t.Fatal(err)
	}
	example := func(path string) map[string]string {
		return map[string]string{"url": "https://example.com" + path, "details": "68 characters, 612 px", "related": "https://example.com/other",
			"title": "Title of " + path, "proposal": "Better title of " + path, "heading": "Heading of " + path, "links": "2",
			"source": "https://example.com/source" + path, "anchor": "Anchor of " + path, "why": "it lies in the same folder",
			"from": "https://example.com/from", "successor": "https://example.com/above", "description": "About " + path, "newDescription": "More about " + path,
			"newHeading": "Heading for " + path, "second_heading": "Another", "lastWords": "about " + path, "cover": "“tents”", "main": "tents", "subject": "Tents",
			"target": "https://example.com/target", "end": "", "isFile": "", "size": "612 px", "status": "answers 500", "ending": "| Example", "onPages": "on /x", "twin": "",
			"onAll": "", "keeps": "", "recordOf": "", "lead": "", "tail": "", "isHomeRelated": "", "named": "example.com/old", "copyOf": "", "fits": "1", "lacksSlash": "", "toItself": "", "onlyToItself": "", "menu": "", "kept": "with", "differs": "", "instead": "", "tooShort": "", "hop": "",
			"elsewhere": "", "stays": "", "byRule": "", "relative": "", "adds": "add its price", "says": "the price, sizes and delivery", "isProduct": "1", "malformed": "", "within": "",
			"isHome": "", "isSuggested": "", "ownPage": "", "ownHost": "", "byVersion": "", "relinks": "", "images": "2"}
	}
	many := map[string]any{
		"affected_pages": uint64(7), "not_named": int64(2), "links_to_pages": uint64(1200), "shared_texts": uint64(2), "most_shared_text": "All the same", "is_template": true, "is_one_change": true, "menu_headings": "“☰” and “Home”", "has_one_menu_heading": false, "has_proposals": true, "section": "/shop", "is_rewrite": true, "is_mixed": true, "is_slash": false, "is_one_text": true, "most_shared_pages": uint64(6), "index_file": "", "shared_words": "| Example", "pages_to_do": uint64(7), "pages_to_leave": uint64(3), "knows_seen": true, "menu_entries": uint64(5), "much_linked": uint64(6), "copied_pages": 2, "doubled_word": "Dr.", "own_name": "About", "adds_to_shared": false, "is_ending_enough": true, "titles_tell": true, "is_paginated": false, "hubs": uint64(2),
		"most_seen_by": "impressions", "described_by": "each product's name and price", "described_pages": "product", "pages_to_change": 7, "to_change": []map[string]string{example("/a"), example("/b")},
		"staying": []map[string]string{example("/f")}, "rule_from": "https://example.com/a.html", "rule_to": "https://example.com/a/", "rule_fixes": 4, "broken_files": 0,
		"file_endings": "", "fails_downloads": false, "answer": "a 404", "old_copies": 0, "copies_folder": "", "copies_from": "", "rest_of_copies": 0,
		"title_change": "", "named_by_address": false, "broken_kind": "", "largest_group": "", "version_folder": "", "version_root": "", "only_relinks": false, "images": 3,
		"linking_pages": "Unknown", "own_pages": []map[string]string{example("/a"), example("/b")}, "seeks_links": false, "is_crumb": false, "chained": []map[string]string{example("/h")}, "is_most_shared": true, "mostly_blank": false, "is_counted": true, "ready_texts": 5, "texts_to_write": 2, "still_long": 4, "site_ending": "| Example",
		"section_pages": uint64(9), "deepest": uint32(6), "uncounted_links": nil, "clicks_month": 120., "impressions_month": 3000., "sessions_month": 90., "more_clicks": 12., "clicks_low": 8., "clicks_high": 18., "odds_percent": 38., "gap_pages": uint64(2), "gap_page": "https://example.com/a",
		"examples": []map[string]string{example("/a"), example("/b"), example("/c"), example("/d"), example("/e"), example("/f"), example("/g")},
	}
	one := map[string]any{
		"affected_pages": uint64(1), "not_named": int64(0), "links_to_pages": nil, "shared_texts": uint64(1), "most_shared_text": "All the same", "is_template": false, "is_one_change": false, "menu_headings": "", "has_one_menu_heading": false, "has_proposals": false, "section": "", "is_rewrite": false, "is_mixed": false, "is_slash": false, "is_one_text": false, "most_shared_pages": uint64(1), "index_file": "", "shared_words": "", "pages_to_do": uint64(1), "pages_to_leave": uint64(0), "knows_seen": false, "menu_entries": uint64(0), "much_linked": uint64(0), "copied_pages": 0, "doubled_word": "", "own_name": "", "adds_to_shared": false, "is_ending_enough": false, "titles_tell": false, "is_paginated": false, "hubs": uint64(0),
		"most_seen_by": "", "described_by": "", "described_pages": "", "pages_to_change": 1, "to_change": []map[string]string{example("/a")}, "staying": []map[string]string(nil),
		"rule_from": "", "rule_to": "", "rule_fixes": 0, "broken_files": 0, "file_endings": "", "fails_downloads": false, "answer": "a 404",
		"old_copies": 0, "copies_folder": "", "copies_from": "", "rest_of_copies": 0,
		"title_change": "", "named_by_address": false, "broken_kind": "", "largest_group": "", "version_folder": "", "version_root": "", "only_relinks": false, "images": 3,
		"linking_pages": nil, "own_pages": []map[string]string{}, "seeks_links": true, "is_crumb": true, "chained": []map[string]string{}, "is_most_shared": false, "mostly_blank": true, "is_counted": true, "ready_texts": 0, "texts_to_write": 1, "still_long": 1, "site_ending": "",
		"section_pages": uint64(9), "deepest": uint32(6), "uncounted_links": uint64(2), "clicks_month": nil, "impressions_month": nil, "sessions_month": 90., "more_clicks": 1., "clicks_low": 0., "clicks_high": 3., "odds_percent": 38., "gap_pages": uint64(1), "gap_page": "https://example.com/a",
		"page": "https://example.com/a", "examples": []map[string]string{example("/a")},
	}
	for _, detector := range detectors {
		if len(detector.Needs) != 1 || detector.Needs[0] != facts.Crawl {
			continue // their cases cover every text
		}
		for name, texts := range detector.Texts {
			for kind, columns := range map[string]map[string]any{"template": many, "page": one} {
				title, summary, steps, err := texts.render(wordsOf(columns, kind, "/shop/*"))
				if err != nil || title == "" || !strings.HasSuffix(summary, ".") || len(title) > 120 {
					t.Errorf("%s of a %s: %q, %q, %v", name, kind, title, summary, err)
				}
				lines := strings.Split(steps, "\n")
				slices.Sort(lines)
				if lines[0] == "" || len(slices.Compact(lines)) != len(lines) {
					t.Errorf("%s of a %s: steps %q", name, kind, lines)
				}
				if strings.Contains(title+summary+steps, "no value") || strings.Contains(title+summary+steps, "<nil>") {
					t.Errorf("%s of a %s: %s\n%s\n%s", name, kind, title, summary, steps)
				}
			}
		}
	}
}

func TestWhatAnotherPlanFoundStaysAsItIs(t *testing.T) {
	t.Parallel()
	db := analyticstest.OpenWithCrawl(t, analyticstest.ParsePages(t, []byte(fivePagesWithoutHeading)))
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}}
	recompute(t, db, store)
	if len(store.Insights) == 0 {
		t.Fatal("nothing was found")
	}
	before := listing(store.Insights)
	store.Plan, store.Message = "ads", ""
	// Without issues
	store.Crawl = &upslope.Crawl{ImportID: "00000000-0000-4000-8000-0000000000fe", ImportedAt: analyticstest.Today}
	recompute(t, db, store)
	if after := listing(store.Insights); after != before || store.Message == "" {
		t.Errorf("%s, then %s: %s", before, after, store.Message)
	}
	store.Plan = "seo"
	recompute(t, db, store)
	if store.Insights[0].Resolution != "gone" {
		t.Errorf("the plan that looks for them left %s", listing(store.Insights))
	}
}

func onScale(scale scoring.Scale) ranking {
	return ranking{scaleOf: func(*upslope.Value) scoring.Scale { return scale }}
}
