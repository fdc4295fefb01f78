package families

import (
	"math"
	"math/rand/v2"
	"strings"

	"upslope/simulator/warehouse"
)

// dropDays selects the days missing for each provider.
func (w *World) dropDays() {
	r := w.stream("missing")
	for _, provider := range []string{"gsc", "ga4", "gads"} {
		w.missingDays[provider] = map[int]bool{}
		for d := range history {
			if chance(r, w.missingShare) {
				w.missingDays[provider][d] = true
			}
		}
		delete(w.missingDays[provider], history-1)
	}
}

// recordReads makes the imported days of every report visible.
func (w *World) recordReads() {
	firstDay := map[string]int{"ga4": history - visitDays, "gads": history - adDays}
	var reads []warehouse.CurrentDay
	for _, t := range w.tables {
		provider, _, isReport := strings.Cut(t.Name, "_")
		if !isReport {
			continue
		}
		first := firstDay[provider]
		if t.Name == "gsc_page_countries" {
			first = history - countryDays
		}
		for d := first; d < history; d++ {
			if w.missingDays[provider][d] || !isRead(t.Name, provider, d) {
				continue
			}
			reads = append(reads, warehouse.CurrentDay{Head: w.rowHead(provider, d), Report: t.Name, RowsRead: 1, IsFinal: true, ReadOn: w.Today, Notes: []string{}})
		}
	}
	w.addTable("current_days", reads)
}

// isRead reports whether a report has data for a day: snapshots only the newest, PageSpeed one a week.
func isRead(report, provider string, d int) bool {
	switch {
	case d == history-1:
		return true
	case provider == "pagespeed":
		return d >= history-15 && (history-1-d)%7 == 0
	}
	return provider != "semrush" && report != "gads_criteria"
}

const corruptShare = .0005 // of rows

// corruptSearch adds errors to Search Console's rows: superseded reads, more clicks than impressions,
// positions of 0, NaN and infinity, and URLs of 8 KB.
func (w *World) corruptSearch(r *rand.Rand, queryPages []warehouse.SearchQueryPage, queries []warehouse.SearchQuery, pages []warehouse.SearchPage) ([]warehouse.SearchQueryPage, []warehouse.SearchPage) {
	corrupt := func(f *warehouse.SearchFigures) {
		if !chance(r, corruptShare) {
			return
		}
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
	for i := range queryPages {
		corrupt(&queryPages[i].SearchFigures)
	}
	for i := range queries {
		corrupt(&queries[i].SearchFigures)
	}
	for i := range pages {
		corrupt(&pages[i].SearchFigures)
	}
	for i := range len(queryPages) / 20 { // rows of a replaced read
		row := queryPages[i*20]
		row.SyncID--
		queryPages = append(queryPages, row)
	}
	long := w.url("/" + strings.Repeat("a", 8000))
	for d := history - window; d < history; d++ {
		figures := searchFigures(0, 3, 40)
		queryPages = append(queryPages, warehouse.SearchQueryPage{Head: w.rowHead("gsc", d), Query: "endless", Page: long, SearchFigures: figures})
		pages = append(pages, warehouse.SearchPage{Head: w.rowHead("gsc", d), Page: long, SearchFigures: figures})
	}
	return queryPages, pages
}

// On this day, the GA4 property of a messy world changed its currency to the site's.
const (
	currencyChangeDay = history - 40
	oldCurrency       = "USD"
)

// currencyOn is the currency of the GA4 property on a day.
func (w *World) currencyOn(d int) string {
	if w.isMessy && d < currencyChangeDay {
		return oldCurrency
	}
	return w.Site.Currency
}

// corruptVisits adds more conversions than visits, refunds, NaN, and the old currency.
func (w *World) corruptVisits(r *rand.Rand, visits []warehouse.Visits) {
	for i := range visits {
		row := &visits[i]
		if row.Day.Before(w.day(currencyChangeDay)) {
			row.Currency = oldCurrency
		}
		if !chance(r, corruptShare) {
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

// corruptAds adds cost without clicks, and infinite conversions.
func (w *World) corruptAds(r *rand.Rand, terms []warehouse.SearchTerm, campaigns []warehouse.Campaign) {
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
