package world

import "strings"

// fillOdd makes a site with constant figures and awkward keys: tabs, quotes, emoji, right-to-left text,
// escapes, URLs of 8 KB. Its currency has no cents, and every fifth day has refunds.
func (w *World) fillOdd() {
	w.ctrScale, w.hasRefunds, w.Withheld = .8, true, true
	w.Currency, w.Cents, w.Zone = "JPY", false, "Asia/Tokyo"
	w.seasons = []season{{}}
	for i, path := range []string{
		"/", "/a\tb/", `/say-"hello"/`, "/it's/", "/emoji-🏔️/", "/عربى/خيمة/", "/%E6%97%A5%E6%9C%AC/", "/a?x=1&y=2", "/a,b;c/", "/back\\slash/", "/<script>alert(1)</script>/", "/null%00byte/",
		"/long/" + strings.Repeat("segment-", 1020) + "1/", "/long/" + strings.Repeat("segment-", 1020) + "2/", "/UPPER/Case/", "/trailing/space%20/", "/new%0Aline/", "/\u202eoverride/",
	} {
		w.Pages = append(w.Pages, Page{Path: path, URL: w.Origin + path, Kind: Product, Section: "odd", Title: "Odd page", H1: "Odd page", conversionFactor: 2, speedFactor: 1, price: 12_345, visits: 14, clicks: 10, anonymous: float64(20 + i), anonymousPosition: 6})
	}
	for i, text := range []string{
		"plain", "tab\tinside", `double "quotes"`, "single 'quotes'", "emoji 🏔️🥾", "خيمة للتخييم", "אוהל קמפינג", "日本語 テント", "new\nline", "back\\slash", "semi;colon,comma", "100% wool", "<b>bold</b>", "null\x00byte",
		"'; drop table gsc_queries; --", "{account_id:UUID}", "zero\u200bwidth", "é composed", "e\u0301 decomposed", "\u202eoverride", " leading and trailing ", strings.Repeat("long ", 400),
	} {
		w.Queries = append(w.Queries, Query{Text: text, page: i % len(w.Pages), second: (i + 3) % len(w.Pages), volume: 40, position: 4, snippet: 1, intent: "informational", difficulty: 30})
	}
	for i, q := range w.Queries {
		w.fixedSearch = append(w.fixedSearch,
			Showing{Query: i, Page: q.page, Impressions: 30 + i, Clicks: 2 + i%4, PositionSum: 4*(30+i) + 7},
			Showing{Query: i, Page: q.second, Impressions: 10, Clicks: i % 2, Shared: 6, PositionSum: 71})
	}
	for i := range w.Pages {
		w.fixedSearch = append(w.fixedSearch, Showing{Query: Hidden, Page: i, Impressions: 20 + i, Clicks: 1 + i%3, PositionSum: 6 * (20 + i)})
	}
	s := &shop{World: w, dice: newDice(w.seed, rollBuild, 1, 0), termKeys: map[string]bool{}, plan: plan{scale: 1, termsPerKeyword: 2}}
	s.addCampaign(Campaign{Name: "Tab\tand \"quotes\" 🏔️", Type: "SEARCH", Bidding: "MANUAL_CPC", cpc: .8, rate: .05, value: 80})
	s.addAdGroup("مجموعة", []string{"テント", "tab\tinside", `"quoted"`}, 12)
}
