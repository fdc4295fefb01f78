package simulator

import (
	"net/url"
	"strings"
	"testing"

	"upslope/simulator/world"
)

func (b *workbench) bing(t *testing.T, method, site string) []any {
	t.Helper()
	rows, _ := b.readJSON(t, "GET", bingPath+method+"?apikey="+BingKey+"&siteUrl="+url.QueryEscape(site), "")["d"].([]any)
	return rows
}

func TestBingAnswersInItsDocumentedForm(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo, world.Empty}})
	demo := b.World(world.Demo).Origin + "/"
	if sites := b.bing(t, "GetUserSites", ""); len(sites) != 3 || at(t, sites, 1, "Url") != demo || at(t, sites, 1, "IsVerified") != true || at(t, sites, 0, "IsVerified") != false {
		t.Errorf("sites: %v", sites)
	}
	for method, subject := range map[string]string{"GetQueryStats": "larkspur", "GetPageStats": demo} {
		rows := b.bing(t, method, demo)
		if len(rows) < 100 || at(t, rows, 0, "__type") != "QueryStats:#Microsoft.Bing.Webmaster.Api" || at(t, rows, 0, "Date") != "/Date(1794556800000-0800)/" {
			t.Fatalf("%s: %d rows, %v", method, len(rows), rows[0])
		}
		if first := strings.ToLower(at(t, rows, 0, "Query").(string)); !strings.HasPrefix(first, subject) {
			t.Errorf("%s begins with %s", method, first)
		}
		if last := at(t, rows, len(rows)-1, "Date"); last != "/Date(1779433200000-0700)/" {
			t.Errorf("%s goes back to %v, want half a year, in the zone of that day", method, last)
		}
	}
	issues := map[string]float64{}
	for _, row := range b.bing(t, "GetCrawlIssues", demo) {
		issues[strings.TrimPrefix(at(t, row, "Url").(string), strings.TrimSuffix(demo, "/"))] = at(t, row, "Issues").(float64)
		if at(t, row, "InLinks").(float64) < 1 {
			t.Errorf("how does Bing know %v", row)
		}
	}
	if issues["/guides/winter-camping-checklist/"] != 4 || issues["/repairs/booking/"] != 8 || issues["/boots/"] != 1 {
		t.Errorf("issues: %v", issues)
	}
	if nobody := b.bing(t, "GetQueryStats", b.World(world.Empty).Origin+"/"); len(nobody) != 0 {
		t.Errorf("a site without visitors has %v", nobody)
	}
	for path, want := range map[string]string{
		"GetQueryStats?apikey=wrong&siteUrl=" + demo:                 `{"ErrorCode":3,"Message":"ERROR!!! InvalidApiKey"}`,
		"GetQueryStats?siteUrl=https://a.example/&apikey=" + BingKey: `{"ErrorCode":14,"Message":"ERROR!!! NotAuthorized"}`,
	} {
		if status, text, _ := b.request(t, b.client, "GET", bingPath+path, ""); status != 400 || text != want {
			t.Errorf("%s: %d %s, want %s", path, status, text, want)
		}
	}
}

func TestBingHasAFewOfTheSearchesOfGoogle(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo}})
	w := b.World(world.Demo)
	bing, google := world.BingResult{}, world.Showing{}
	last := b.lastBingWeek()
	for _, result := range w.Bing(last) {
		bing.Impressions, bing.Clicks = bing.Impressions+result.Impressions, bing.Clicks+result.Clicks
		if result.Clicks > result.Impressions || result.PositionSum < result.Impressions {
			t.Errorf("%+v cannot be", result)
		}
	}
	for day := last - world.BingWeek + 1; day <= last; day++ {
		for _, showing := range w.Search(day, 1) {
			google.Impressions, google.Clicks = google.Impressions+showing.Impressions, google.Clicks+showing.Clicks
		}
	}
	impressions, clicks := float64(bing.Impressions)/float64(google.Impressions), float64(bing.Clicks)/float64(google.Clicks)
	if impressions < .04 || impressions > .12 || clicks < .03 || clicks > .15 {
		t.Errorf("Bing has %.3f of the impressions and %.3f of the clicks", impressions, clicks)
	}
}
