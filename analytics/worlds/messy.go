package worlds

import (
	"math"
	"math/rand/v2"
	"strings"
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
	var rows []currentDay
	loaded := map[string]bool{}
	for _, t := range w.tables {
		provider, _, isReport := strings.Cut(t.name, "_")
		if !isReport || loaded[t.name] {
			continue
		}
		loaded[t.name] = true
		snapshot := provider == "semrush" || provider == "pagespeed" || t.name == "gads_criteria"
		for d := first[provider]; d < history; d++ {
			taken := !snapshot || d == history-1 || provider == "pagespeed" && d >= history-15 && (history-1-d)%7 == 0
			if t.name == "gsc_page_countries" && d < history-90 {
				continue
			}
			if !taken || w.unread[provider][d] {
				continue
			}
			rows = append(rows, currentDay{rowHead: w.head(provider, d), Report: t.name, RowsRead: 1, IsFinal: true, ReadOn: w.Today, Notes: []string{}})
		}
	}
	w.tables = append(w.tables, table{"current_days", rows})
}

// spoilSearch adds to the rows of Search Console what goes wrong with them: reads that do not count, more clicks than impressions,
// places of 0 and of no number, addresses without end.
func (w *World) spoilSearch(r *rand.Rand, pairs []queryPageRow, queries []queryRow, pages []pageRow) ([]queryPageRow, []queryRow, []pageRow) {
	spoil := func(f *searchFigures) {
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
			spoil(&pairs[i].searchFigures)
		}
	}
	for i := range queries {
		if chance(r, .0005) {
			spoil(&queries[i].searchFigures)
		}
	}
	for i := range pages {
		if chance(r, .0005) {
			spoil(&pages[i].searchFigures)
		}
	}
	long := w.url("/" + strings.Repeat("a", 8000))
	for i := range len(pairs) / 20 { // read twice: the first time does not count
		row := pairs[i*20]
		row.SyncID--
		pairs = append(pairs, row)
	}
	for d := history - window; d < history; d++ {
		pairs = append(pairs, queryPageRow{w.head("gsc", d), "endless", long, searchFigures{0, 3, 40}})
		pages = append(pages, pageRow{w.head("gsc", d), long, searchFigures{0, 3, 40}})
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
func (w *World) spoilVisits(r *rand.Rand, rows []visitRow) []visitRow {
	for i := range rows {
		row := &rows[i]
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
	return rows
}

// spoilAds: money without clicks, no number.
func (w *World) spoilAds(r *rand.Rand, terms []searchTermRow, campaigns []campaignRow) ([]searchTermRow, []campaignRow) {
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
	return terms, campaigns
}
