package simulator

import (
	"net/url"
	"strings"
	"testing"

	"upslope/simulator/world"
)

// lines queries Semrush and returns the text.
func (b *workbench) lines(t *testing.T, query string) (int, string) {
	t.Helper()
	status, text, _ := b.request(t, b.client, "GET", "/?"+query, "")
	return status, text
}

func TestSemrushAnswersInItsDocumentedForm(t *testing.T) {
	b := start(t, Config{})
	common := "key=" + SemrushKey + "&database=us&domain=" + b.World(world.Small).Domain
	status, text := b.lines(t, "type=domain_organic&export_columns=Ph,Po,Pp,Nq,Kd,Fk,In,Ur&display_limit=3&"+common)
	rows := strings.Split(text, "\r\n")
	if status != 200 || rows[0] != "Keyword;Position;Previous Position;Search Volume;Keyword Difficulty Index;Keywords SERP Features;Intents;Url" || len(rows) != 5 || strings.Count(rows[1], ";") != 7 {
		t.Fatalf("%d %s", status, text)
	}
	if _, next := b.lines(t, "type=domain_organic&export_columns=Ph,Po,Pp,Nq,Kd,Fk,In,Ur&display_limit=3&display_offset=2&"+common); strings.Split(next, "\r\n")[1] != rows[3] {
		t.Errorf("from the third line to the third: %s", next)
	}
	if _, text := b.lines(t, "type=domain_organic_organic&display_limit=2&"+common); !strings.HasPrefix(text, "Domain;Competitor Relevance;Common Keywords;Organic Keywords;Organic Traffic;Organic Cost;Adwords Keywords\r\n") {
		t.Errorf("competitors: %s", text)
	}
	for query, want := range map[string]string{
		"type=domain_organic&display_limit=1000&display_offset=1000&" + common:    "ERROR 50 :: NOTHING FOUND",
		"type=domain_organic&database=us&domain=a.example&key=" + SemrushKey:      "ERROR 50 :: NOTHING FOUND",
		"type=domain_organic&database=us&domain=a.example&key=wrong":              "ERROR 120 :: WRONG KEY - ID PAIR",
		"type=domain_organic&database=us&key=" + SemrushKey:                       `ERROR 40 :: MANDATORY PARAMETER "domain" NOT SET OR EMPTY`,
		"type=domain_organic&export_columns=Xx&" + common:                         "ERROR 46 :: WRONG EXPORT COLUMN Xx",
		"type=domain_organic&export_columns=Ph&display_limit=100000000&" + common: "Keyword\r\n",
	} {
		if _, text := b.lines(t, query); !strings.HasPrefix(text, want) {
			t.Errorf("%s: %.80s, want %s", query, text, want)
		}
	}
}

func TestSemrushCountsUnitsAndRequests(t *testing.T) {
	b := start(t, Config{})
	query := "type=domain_organic&export_columns=Ph&display_limit=1&database=us&domain=" + b.World(world.Small).Domain + "&key=" + SemrushKey
	for range semrushPerSecond {
		if status, text := b.lines(t, query); status != 200 {
			t.Fatal(text)
		}
	}
	if status, text := b.lines(t, query); status != 429 || !strings.HasPrefix(text, "ERROR 131") {
		t.Errorf("the eleventh in a second: %d %s", status, text)
	}
	if _, units, _ := b.request(t, b.client, "GET", "/users/countapiunits.html?key="+SemrushKey, ""); units != "499900" {
		t.Errorf("%s units are left", units)
	}
}

func TestPageSpeedAnswersInItsDocumentedForm(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo}})
	w := b.World(world.Demo)
	test := func(page, strategy string) map[string]any {
		return b.readJSON(t, "GET", "/pagespeedonline/v5/runPagespeed?category=performance&key="+PageSpeedKey+"&strategy="+strategy+"&url="+url.QueryEscape(page), "")
	}
	slow := test(w.Origin+"/down-jackets/", "mobile")
	lcp := at(t, slow, "loadingExperience", "metrics", "LARGEST_CONTENTFUL_PAINT_MS", "percentile").(float64)
	if lcp < 4000 || at(t, slow, "loadingExperience", "metrics", "CUMULATIVE_LAYOUT_SHIFT_SCORE", "percentile") != 17.0 || at(t, slow, "loadingExperience", "metrics", "LARGEST_CONTENTFUL_PAINT_MS", "category") != "SLOW" {
		t.Errorf("field: %v", slow["loadingExperience"])
	}
	if score := at(t, slow, "lighthouseResult", "categories", "performance", "score").(float64); score > .6 || score <= 0 {
		t.Errorf("score %v", score)
	}
	if at(t, slow, "lighthouseResult", "audits", "largest-contentful-paint", "numericValue").(float64) < 3000 || at(t, slow, "lighthouseResult", "audits", "image-delivery-insight", "metricSavings", "LCP").(float64) < 100 {
		t.Errorf("lab: %v", slow["lighthouseResult"])
	}
	if bare := test(w.Origin+"/down-jackets", "mobile"); at(t, bare, "id") != w.Origin+"/down-jackets/" || at(t, bare, "lighthouseResult", "requestedUrl") != w.Origin+"/down-jackets" {
		t.Errorf("without the trailing slash: %v", bare["id"])
	}
	if desktop := test(w.Origin+"/down-jackets/", "desktop"); at(t, desktop, "loadingExperience", "metrics", "LARGEST_CONTENTFUL_PAINT_MS", "percentile").(float64) >= lcp {
		t.Error("a desktop is as slow as a telephone")
	}
	if rare := test(w.Origin+"/contact/", "mobile"); at(t, rare, "loadingExperience", "origin_fallback") != true || at(t, rare, "loadingExperience", "id") != w.Origin {
		t.Errorf("a page that few visit: %v", rare["loadingExperience"])
	}
	b.expectRefusal(t, "GET", "/pagespeedonline/v5/runPagespeed?url=https%3A%2F%2Fwww.larkspur-outdoor.example%2Fno-such-page%2F", "", 400, "")
	b.expectRefusal(t, "GET", "/pagespeedonline/v5/runPagespeed?key=wrong&url="+url.QueryEscape(w.Origin+"/"), "", 400, "INVALID_ARGUMENT")
}

func TestASiteTestedTooOftenFailsWith500(t *testing.T) {
	b := start(t, Config{})
	path := "/pagespeedonline/v5/runPagespeed?url=" + url.QueryEscape(b.World(world.Small).Origin+"/")
	for range originPerMinute {
		b.readJSON(t, "GET", path, "")
	}
	b.expectRefusal(t, "GET", path, "", 500, "")
	b.now = b.now.Add(minute)
	b.readJSON(t, "GET", path, "")
}
