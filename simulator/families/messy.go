package families

import (
	"math"
	"math/rand/v2"
	"strings"
	"upslope/simulator/warehouse"
)

// missDays decides which days of which provider did not come.
func (w *World) missDays() {
	r := w.stream("missing")
	for _, provider := range []string{"gsc", "ga4", "gads"} {
		w.unread[provider] = map[int]bool{}
		for d := range history {
			if chance(r, w.missing) {
				w.unread[provider][d] = true
			}
		}
		delete(w.unread[provider], history-1)
	}
}

// addDays names the reads that count: every day that came, of every report.
func (w *World) addDays() {
	first := map[string]int{"ga4": history - visitDays, "gads": history - adDays}
	var out []warehouse.CurrentDay
	loaded := map[string]bool{}
	for _, t := range w.tables {
		provider, _, isReport := strings.Cut(t.Name, "_")
		if !isReport || loaded[t.Name] {
			continue
		}
		loaded[t.Name] = true
		snapshot := provider == "semrush" || provider == "pagespeed" || t.Name == "gads_criteria"
		for d := first[provider]; d < history; d++ {
			taken := !snapshot || d == history-1 || provider == "pagespeed" && d >= history-15 && (history-1-d)%7 == 0
			if t.Name == "gsc_page_countries" && d < history-90 {
				continue
			}
			if !taken || w.unread[provider][d] {
				continue
			}
			out = append(out, warehouse.CurrentDay{Head: w.head(provider, d), Report: t.Name, RowsRead: 1, IsFinal: true, ReadOn: w.Today, Notes: []string{}})
		}
	}
	w.addTable("current_days", out)
}

// spoilSearch adds to the rows of Search Console what goes wrong with them: reads that do not count, more clicks than impressions,
// places of 0 and of no number, addresses without end.
func (w *World) spoilSearch(r *rand.Rand, pairs []warehouse.SearchQueryPage, queries []warehouse.SearchQuery, pages []warehouse.SearchPage) ([]warehouse.SearchQueryPage, []warehouse.SearchQuery, []warehouse.SearchPage) {
	spoil := func(f *warehouse.SearchFigures) {
		switch r.IntN(4) {
		case 0:
			f.Clicks = f.Impressions + 1 + uint32(r.IntN(3))
		case 1:
			f.Position = 0
		case 2:
			f.Position = float32(math.NaN())
		case 3:
			f.Position = float32(math.Inf(1))
		}
	}
	for i := range pairs {
		if chance(r, .0005) {
			spoil(&pairs[i].SearchFigures)
		}
	}
	for i := range queries {
		if chance(r, .0005) {
			spoil(&queries[i].SearchFigures)
		}
	}
	for i := range pages {
		if chance(r, .0005) {
			spoil(&pages[i].SearchFigures)
		}
	}
	long := w.url("/" + strings.Repeat("a", 8000))
	for i := range len(pairs) / 20 { // read twice: the first time does not count
		row := pairs[i*20]
		row.SyncID--
		pairs = append(pairs, row)
	}
	for d := history - window; d < history; d++ {
		pairs = append(pairs, warehouse.SearchQueryPage{Head: w.head("gsc", d), Query: "endless", Page: long, SearchFigures: figuresOf(0, 3, 40)})
		pages = append(pages, warehouse.SearchPage{Head: w.head("gsc", d), Page: long, SearchFigures: figuresOf(0, 3, 40)})
	}
	return pairs, queries, pages
}

// On a day the property of a messy world began to tell money in the site's currency.
const (
	changed     = history - 40
	oldCurrency = "USD"
)

// currencyOf is what Analytics tells money in on a day.
func (w *World) currencyOf(d int) string {
	if w.messy && d < changed {
		return oldCurrency
	}
	return w.Site.Currency
}

// spoilVisits: more conversions than visits, refunds, no number, another currency long ago.
func (w *World) spoilVisits(r *rand.Rand, visits []warehouse.Visits) {
	for i := range visits {
		row := &visits[i]
		if row.Day.Before(w.day(changed)) {
			row.Currency = oldCurrency
		}
		if !chance(r, .0005) {
			continue
		}
		switch r.IntN(3) {
		case 0:
			row.Conversions = float64(row.Sessions) + 2
		case 1:
			row.Revenue = -row.Revenue - 20
		case 2:
			row.Revenue = math.NaN()
		}
	}
}

// spoilAds: money without clicks, no number.
func (w *World) spoilAds(r *rand.Rand, terms []warehouse.SearchTerm, campaigns []warehouse.Campaign) {
	for i := range terms {
		if chance(r, .001) {
			terms[i].Clicks, terms[i].Conversions = 0, 0
		}
	}
	for i := range campaigns {
		if chance(r, .002) {
			campaigns[i].Conversions = math.Inf(1)
		}
	}
}
