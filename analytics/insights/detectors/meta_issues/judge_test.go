package metaissues

import (
	"maps"
	"math"
	"testing"

	"upslope/analytics/facts"
)

func parameters() map[string]any {
	return map[string]any{
		"dispersion": 1.5, "gap_share": .9, "false_share": .1, "endings": []string{" | Example"},
		"issue": "missing_title", "template": "",
	}
}

// task is a row of detector.sql about the titles of pages, all of them expected to get 100 clicks.
func task(clicks ...float64) map[string]any {
	row := map[string]any{"issue": "short_title", "to_month": 1., "share_at_risk": 0., "clicks_at_risk": 0., "tested_pages": uint64(len(clicks))}
	var pages []string
	var short, expected []float64
	sum := 0.
	for i, count := range clicks {
		if sum += count; count < 100 {
			pages, short, expected = append(pages, string(rune('a'+i))), append(short, count), append(expected, 100)
		}
	}
	row["short_pages"], row["short_clicks"], row["short_expected"] = pages, short, expected
	row["tested_clicks"], row["tested_expected"] = sum, 100*float64(len(clicks))
	return row
}

func judged(t *testing.T, rows ...map[string]any) []map[string]any {
	t.Helper()
	rows, err := Judge(parameters(), rows)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestOnlySignificantGapsHaveAValue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clicks []float64
		want   float64 // clicks a month; 0: unknown
	}{
		"one page far below":                               {[]float64{40}, 50},
		"a page as chance has it":                          {[]float64{85}, 0},
		"pages at their rates are above what is aimed at":  {[]float64{40, 100, 100}, 30},
		"gains of others of the cause are set against it":  {[]float64{40, 130}, 10},
		"gains that are larger leave nothing":              {[]float64{40, 170}, 0},
		"nothing tested":                                   {nil, 0},
		"one that is rare alone is not among a hundred":    {append([]float64{76}, fill(100, 99)...), 0},
		"one that is rare enough is found among a hundred": {append([]float64{40}, fill(90, 99)...), 50},
	} {
		row := judged(t, task(c.clicks...))[0]
		if got := facts.Number(row, "value_mid"); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if real, want := row["probability_real"], map[bool]float64{true: .9, false: .95}[c.want > 0]; real != want {
			t.Errorf("%s: P(real) %v, want %v", name, real, want)
		}
	}
	if row := judged(t, task(40, 30))[0]; row["gap_page"] != "b" || row["gap_pages"] != uint64(2) || row["more_clicks"] != 110. {
		t.Errorf("%v", row)
	}
}

func fill(value float64, count int) []float64 {
	values := make([]float64, count)
	for i := range values {
		values[i] = value
	}
	return values
}

func TestClicksAtRiskAreTheValueWhateverTheGaps(t *testing.T) {
	t.Parallel()
	row := task(40)
	row["share_at_risk"], row["clicks_at_risk"], row["to_month"] = .8, 100., 2.
	row = judged(t, row)[0]
	low, mid, high := facts.Number(row, "value_low"), facts.Number(row, "value_mid"), facts.Number(row, "value_high")
	spread := math.Sqrt(1.5*100*1.2816*.8*1.2816*.8 + 20*20)
	if mid != 160 || math.Abs(mid-low-2*spread) > 1e-9 || math.Abs(high-mid-2*spread) > 1e-9 {
		t.Errorf("%v to %v, %v", low, high, mid)
	}
	none := task()
	none["share_at_risk"] = .8
	if value, known := judged(t, none)[0]["value_mid"]; known {
		t.Errorf("no clicks are worth %v", value)
	}
}

func TestProposalsReachTheExamplesAndTheEvidence(t *testing.T) {
	t.Parallel()
	row := map[string]any{"issue": "missing_title", "template": "/tents/*", "examples": []map[string]string{
		{"url": "https://example.com/tents/lake", "heading": "Lake tents by the shore", "title": "", "description": ""},
	}}
	example := judged(t, row)[0]["examples"].([]map[string]string)[0]
	if example["proposal"] != "Lake tents by the shore | Example" || example["newDescription"] != "" {
		t.Errorf("%v", example)
	}
	rows, err := JudgeEvidence(parameters(), []map[string]any{{"url": "https://example.com/tents/lake", "h1": "Lake tents by the shore"}})
	if err != nil || rows[0]["proposed_title"] != "Lake tents by the shore | Example" {
		t.Errorf("%v, %v", rows, err)
	}
	long := map[string]any{"issue": "long_description", "examples": []map[string]string{
		{"url": "https://example.com/a", "description": "A sentence about tents that is as long as half of the room that results have for one. And then more that nobody sees in results since it is cut off right there."},
	}}
	if got := judged(t, long)[0]["examples"].([]map[string]string)[0]["newDescription"]; got != "A sentence about tents that is as long as half of the room that results have for one." {
		t.Errorf("%q", got)
	}
}

func TestTheHeadOfASectionIsItsFolder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		template, page string
		want           bool
	}{
		{"/tents/*", "https://example.com/tents", true},
		{"/tents/*", "https://example.com/tents/", true},
		{"/tents/*", "https://example.com/tents/lake", false},
		{"", "https://example.com/tents", false},
	} {
		row := map[string]string{"url": c.page}
		if got := pageOf(func(name string) string { return row[name] }, c.template).isSectionHead; got != c.want {
			t.Errorf("%s of %s: %v", c.page, c.template, got)
		}
	}
}

func TestWhatNoTextCanBeProposedForIsATrifle(t *testing.T) {
	t.Parallel()
	row := func(issue string, columns map[string]any, example map[string]string) map[string]any {
		row := map[string]any{"issue": issue, "affected_pages": 3., "links_to_pages": 9., "examples": []map[string]string{{"url": "https://example.com/a"}, example}}
		maps.Copy(row, columns)
		return row
	}
	for name, c := range map[string]struct {
		row  map[string]any
		want bool
	}{
		"short titles without a text":        {row("short_title", nil, nil), true},
		"short titles, one with a text":      {row("short_title", nil, map[string]string{"proposal": "All tents", "saysMore": "1"}), false},
		"long titles without a text":         {row("long_title", nil, nil), true},
		"long titles with one ending":        {row("long_title", map[string]any{"is_ending_enough": true}, map[string]string{"proposal": "All tents"}), true},
		"long titles that need more":         {row("long_title", map[string]any{"shared_words": "All sizes"}, map[string]string{"proposal": "All tents"}), false},
		"several headings":                   {row("several_h1", nil, map[string]string{"newHeading": "Tents"}), true},
		"descriptions that a template cuts":  {row("long_description", map[string]any{"is_one_change": true}, nil), false},
		"those of authors":                   {row("long_description", map[string]any{"is_one_change": true, "examples": []map[string]string{{"url": "https://example.com/author/ann"}}}, nil), true},
		"those of tags and months":           {row("long_description", map[string]any{"examples": []map[string]string{{"url": "https://example.com/tag/a/", "newDescription": "A"}, {"url": "https://example.com/2024/05/", "newDescription": "B"}}}, nil), true},
		"one link to a redirect":             {row("linked_redirect", map[string]any{"affected_pages": 1., "links_to_pages": 1.}, nil), true},
		"one link to a redirect to an error": {row("linked_redirect", map[string]any{"affected_pages": 1., "links_to_pages": 1., "examples": []map[string]string{{"end": "broken"}}}, nil), false},
		"nine links to redirects":            {row("linked_redirect", nil, nil), true},
		"twenty links to redirects":          {row("linked_redirect", map[string]any{"links_to_pages": 20.}, nil), false},
		"nine links, some in a menu":         {row("linked_redirect", map[string]any{"menu_entries": 1.}, nil), false},
		"redirects with unknown links":       {row("linked_redirect", map[string]any{"links_to_pages": nil}, nil), false},
		"an empty heading before the real":   {row("empty_h1", map[string]any{"is_one_change": true}, nil), true},
		"no description on a page of a link": {row("missing_description", map[string]any{"affected_pages": 1., "links_to_pages": 1.}, nil), true},
		"a chain of canonicals of a link":    {row("canonical_chain", map[string]any{"affected_pages": 1., "links_to_pages": 1.}, nil), true},
		"one that search shows":              {row("canonical_chain", map[string]any{"affected_pages": 1., "links_to_pages": 1., "impressions_month": 30.}, nil), false},
		"a chain of several links":           {row("canonical_chain", map[string]any{"affected_pages": 1., "links_to_pages": 2.}, nil), false},
		"a broken page of a link":            {row("broken_page", map[string]any{"affected_pages": 1., "links_to_pages": 1.}, nil), false},
		"a title that is missing":            {row("missing_title", map[string]any{"affected_pages": 1., "links_to_pages": 1.}, nil), false},
	} {
		if got := isTrifle(c.row); got != c.want {
			t.Errorf("%s: a trifle is %v", name, got)
		}
	}
}

func TestACrawlThatDoesNotSayWhatArePagesHasAnUnknownNumberOfThem(t *testing.T) {
	t.Parallel()
	for pages, want := range map[uint64]any{0: nil, 12: uint64(12)} {
		row := task(40)
		row["crawled_pages"], row["crawled_urls"] = pages, uint64(322)
		if got := judged(t, row)[0]["crawled_pages"]; got != want {
			t.Errorf("%v of %d", got, pages)
		}
	}
}

func TestTheSitesNameAloneIsNoGainOfAShortTitle(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]bool{"": true, "Fast delivery all over Europe.": false} {
		row := map[string]any{"issue": "short_title", "affected_pages": uint64(1), "examples": []map[string]string{
			{"url": "https://example.com/terms", "title": "General terms of sale", "description": description, "measured": "1"},
		}}
		if row = judged(t, row)[0]; row["is_trifle"] != want {
			t.Errorf("%q: trifle %v, %v", description, row["is_trifle"], row["examples"])
		}
	}
}

func TestLinkingPagesOutsideTheMainHostAreNamedWithTheirHost(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"/":                    "on the home page",
		"/a":                   "on /a",
		"blog.example.com/":    "on blog.example.com",
		"blog.example.com/a/b": "on blog.example.com/a/b",
		"blog.example.com/a/":  "on blog.example.com/a/",
	} {
		example := map[string]string{"from": from, "links": "1"}
		if addDetails(example); example["onPages"] != want {
			t.Errorf("%s: %q", from, example["onPages"])
		}
	}
}

func TestSizesHaveSeparators(t *testing.T) {
	t.Parallel()
	for details, want := range map[string]string{
		"310 characters, 2121 px": "310 characters", "1200 characters, 9000 px": "1,200 characters", "1200 characters": "1,200 characters",
		"58 characters, 640 px": "640 px", // wide letters: their number tells nothing
	} {
		example := map[string]string{"details": details, "issue": "long_title"}
		if addDetails(example); example["size"] != want {
			t.Errorf("%s: %q", details, example["size"])
		}
	}
}

// A template writes descriptions only where it adds facts, or where there are too many to write by hand; else
// they write those of the pages most seen.
func TestATemplateDescribesOnlyWithFacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		section     string
		isOneChange bool
		pagesToDo   int
		want        bool
	}{
		"products":                       {"/product", true, 11, true},
		"listings":                       {"/listing", true, 11, true},
		"posts":                          {"/blog", true, 11, false},
		"integrations":                   {"/integrations", true, 11, false},
		"many products, one by one":      {"/product", false, 33, true},
		"products of which few are seen": {"/product", false, 11, true},
		"many posts":                     {"/blog", false, 33, false},
	} {
		row := map[string]any{"issue": "missing_description", "is_one_change": c.isOneChange, "affected_pages": 92, "pages_to_do": c.pagesToDo, "pages_to_leave": 92 - c.pagesToDo, "most_seen_by": "impressions", "section": c.section,
			"examples": []map[string]string{{"url": "https://example.com" + c.section + "/tents"}}}
		leaveToHand(row, true)
		if row["is_one_change"] != c.want || (facts.Number(row, "pages_to_leave") == 0) != c.want {
			t.Errorf("%s: %v", name, row)
		}
	}
}
