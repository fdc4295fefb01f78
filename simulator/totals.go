package simulator

import (
	"fmt"
	"net/http"
	"slices"

	"upslope"
	"upslope/simulator/world"
)

// DayTotal is the truth about one report on one day: its number of rows and their sums.
type DayTotal struct {
	Report string             `json:"report"`
	Day    string             `json:"day"`
	Rows   int                `json:"rows"`
	Capped bool               `json:"capped"` // the row limit was reached
	Sums   map[string]float64 `json:"sums"`
}

// searchReports returns the dimensions of Search Console's reports, by their names in Totals.
func searchReports() map[string][]string {
	return map[string][]string{
		"gsc_totals": {"date"}, "gsc_pages": {"page"}, "gsc_queries": {"query"}, "gsc_query_pages": {"query", "page"}, "gsc_query_devices": {"query", "device"}, "gsc_page_countries": {"page", "country"},
	}
}

// adsReports returns the resources of Google Ads' reports.
func adsReports() map[string]string {
	return map[string]string{"gads_campaigns": "campaign", "gads_ad_groups": "ad_group", "gads_keywords": "keyword_view", "gads_search_terms": "search_term_view"}
}

// Totals returns a report's sums on each day with rows, as of today: the newest days are incomplete.
func (s *Server) Totals(w *world.World, report string, from, to world.Day) ([]DayTotal, error) {
	from = max(from, w.First())
	var out []DayTotal
	for day := from; day <= to; day++ {
		total, err := s.dayTotal(w, report, day)
		if err != nil {
			return nil, err
		}
		if total.Rows > 0 {
			out = append(out, total)
		}
	}
	return out, nil
}

func (s *Server) dayTotal(w *world.World, report string, day world.Day) (DayTotal, error) {
	total := DayTotal{Report: report, Day: day.String(), Sums: map[string]float64{}}
	if dimensions, known := searchReports()[report]; known {
		return s.searchTotal(total, w, dimensions, day), nil
	}
	if resource, known := adsReports()[report]; known {
		return s.adsTotal(total, w, resource, day), nil
	}
	switch report {
	case "ga4_totals", "ga4_pages", "ga4_assistants":
		return s.visitTotal(total, w, day), nil
	}
	return total, fmt.Errorf("%q is not a report; there are gsc_totals, gsc_pages, gsc_queries, gsc_query_pages, gsc_query_devices, gsc_page_countries, ga4_totals, ga4_pages, ga4_assistants, gads_campaigns, gads_ad_groups, gads_keywords and gads_search_terms", report)
}

func (s *Server) searchTotal(total DayTotal, w *world.World, dimensions []string, day world.Day) DayTotal {
	if day > s.today("America/Los_Angeles")-gscLag {
		return total
	}
	q := &searchRequest{Dimensions: dimensions, byPage: slices.Contains(dimensions, "page")}
	sums := s.searchDay(w, q, day, 1)
	total.Rows, total.Capped = len(sums), len(sums) == gscRowsPerDay
	for _, sum := range sums {
		total.Sums["clicks"] += float64(sum.clicks)
		total.Sums["impressions"] += float64(sum.impressions)
		total.Sums["positions"] += float64(sum.positions)
	}
	return total
}

func (s *Server) visitTotal(total DayTotal, w *world.World, day world.Day) DayTotal {
	assistants, _ := upslope.AIAssistantSources()
	sent := total.Report == "ga4_assistants"
	byPage := total.Report == "ga4_pages" || sent
	seen := map[[3]string]bool{}
	today := s.today(w.Zone)
	if day >= today {
		return total
	}
	for _, visit := range w.Visits(day, processed(today-day)) {
		if byPage && w.Withheld && visit.Sessions < withheldBelow {
			continue
		}
		key := [3]string{visitKey(w, "landingPage", day, visit), visit.Channel, visit.Device}
		if sent {
			key = [3]string{key[0], SourceOf(visit)}
		}
		if sent && !slices.Contains(assistants, key[1]) {
			continue
		}
		seen[key] = true
		total.Sums["sessions"] += float64(visit.Sessions)
		total.Sums["engaged_sessions"] += float64(visit.Engaged)
		total.Sums["conversions"] += float64(visit.Conversions)
		total.Sums["revenue"] += float64(visit.RevenueCents) / 100
		if !byPage {
			total.Sums["users"] += float64(visit.Users)
		}
	}
	total.Rows = len(seen)
	if !byPage {
		total.Rows = min(1, len(seen))
	}
	return total
}

func (s *Server) adsTotal(total DayTotal, w *world.World, resource string, day world.Day) DayTotal {
	today := s.today(w.Zone)
	if day >= today {
		return total
	}
	seen := map[adsKey]bool{}
	for _, row := range w.Ads(day, int(today-day)) {
		key, reported := adsKeyOf(resource, row)
		if !reported {
			continue
		}
		seen[key] = true
		total.Sums["impressions"] += float64(row.Impressions)
		total.Sums["clicks"] += float64(row.Clicks)
		total.Sums["cost"] += float64(row.CostMicros) / 1e6
		total.Sums["conversions"] += float64(row.Conversions)
		total.Sums["conversion_value"] += float64(row.ConversionValueCents) / 100
	}
	total.Rows = len(seen)
	return total
}

// totals serves GET /simulator/totals?world=demo&report=gsc_pages&from=2026-11-01&to=2026-11-07; world may
// also be a property of one.
func (s *Server) totals(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	of := s.World(query.Get("world"))
	for _, known := range s.worlds {
		if property := query.Get("property"); property != "" && oneOf(property, known.GSCSite, known.GA4ID, known.AdsID, known.Domain) {
			of = known
		}
	}
	if of == nil {
		writeGoogleError(w, *badRequest("world or property names none that there is."))
		return
	}
	from, to := of.First(), s.today(of.Zone)
	for _, bound := range []struct {
		name string
		day  *world.Day
	}{{"from", &from}, {"to", &to}} {
		if text := query.Get(bound.name); text != "" {
			day, err := world.ParseDay(text)
			if err != nil {
				writeGoogleError(w, *badRequest(bound.name + " must be YYYY-MM-DD."))
				return
			}
			*bound.day = day
		}
	}
	totals, err := s.Totals(of, query.Get("report"), from, to)
	if err != nil {
		writeGoogleError(w, *badRequest(err.Error()))
		return
	}
	writeJSON(w, http.StatusOK, totals)
}
