package simulator

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"upslope/simulator/world"
)

// adsRecord is one row before encoding: its entities and its figures.
type adsRecord struct {
	adsKey
	criterion world.Criterion // of a negative keyword
	list      *world.SharedList
	client    *world.World

	impressions, clicks int
	costMicros          int64
	conversions         int
	valueCents          int64
}

// adsKey groups the figures: indexes, -1 for none.
type adsKey struct {
	campaign, adGroup, keyword, term int
	day                              world.Day // 0 unless selected
}

func (s *Server) adsRows(customer string, q adsQuery) ([]adsRow, *failure) {
	if customer == world.AgencyManager {
		return q.write(nil, s.managedCustomers(q)), nil
	}
	w := s.byAds[customer]
	today := s.today(w.Zone)
	from, to, _, f := q.days(w.First(), today)
	if f != nil {
		return nil, f
	}
	var records []adsRecord
	switch q.resource {
	case "customer", "campaign", "ad_group", "keyword_view", "search_term_view":
		records = adsReport(w, q, from, to, today)
	default:
		records = adsEntities(w, q.resource)
	}
	return q.write(w, records), nil
}

// managedCustomers returns the manager's clients and the manager itself.
func (s *Server) managedCustomers(q adsQuery) []adsRecord {
	var out []adsRecord
	if q.resource == "customer_client" {
		for _, w := range s.worlds {
			if w.Manager == world.AgencyManager {
				out = append(out, adsRecord{client: w})
			}
		}
	}
	if q.resource == "customer" || q.resource == "customer_client" {
		out = append(out, adsRecord{})
	}
	return out // a manager has no campaigns of its own
}

// adsReport sums the figures of the days. Without a date in the result, it includes entities without figures,
// like Google.
func adsReport(w *world.World, q adsQuery, from, to, today world.Day) []adsRecord {
	dated := slices.Contains(q.fields, "segments.date")
	index, records := map[adsKey]int{}, []adsRecord{}
	if !dated {
		records = adsEntities(w, q.resource)
		for i, record := range records {
			index[record.adsKey] = i
		}
	}
	if !slices.ContainsFunc(q.fields, func(field string) bool { return strings.HasPrefix(field, "metrics.") }) && !dated {
		return records
	}
	for day := from; day <= min(to, today-1); day++ {
		for _, row := range w.Ads(day, int(today-day)) {
			key, counts := adsKeyOf(q.resource, row)
			if !counts {
				continue
			}
			if dated {
				key.day = day
			}
			i, known := index[key]
			if !known {
				i = len(records)
				index[key] = i
				records = append(records, adsRecord{adsKey: key})
			}
			records[i].add(row)
		}
	}
	return records
}

func (r *adsRecord) add(row world.AdRow) {
	r.impressions += row.Impressions
	r.clicks += row.Clicks
	r.costMicros += row.CostMicros
	r.conversions += row.Conversions
	r.valueCents += row.ConversionValueCents
}

// adsKeyOf returns the key a report groups a row by, and whether the report includes it: it omits search
// terms without clicks.
func adsKeyOf(resource string, row world.AdRow) (adsKey, bool) {
	key := adsKey{campaign: -1, adGroup: -1, keyword: -1, term: -1}
	switch resource {
	case "campaign":
		key.campaign = row.Campaign
	case "ad_group":
		key.campaign, key.adGroup = row.Campaign, row.AdGroup
		return key, row.AdGroup >= 0
	case "keyword_view":
		key.campaign, key.adGroup, key.keyword = row.Campaign, row.AdGroup, row.Keyword
		return key, row.Keyword >= 0
	case "search_term_view":
		key.campaign, key.adGroup, key.keyword, key.term = row.Campaign, row.AdGroup, row.Keyword, row.Term
		return key, row.Term >= 0 && row.Clicks > 0
	}
	return key, true
}

// adsEntities returns all entities of a kind, without figures.
func adsEntities(w *world.World, resource string) []adsRecord {
	none := adsKey{campaign: -1, adGroup: -1, keyword: -1, term: -1}
	var out []adsRecord
	switch resource {
	case "customer":
		out = append(out, adsRecord{adsKey: none})
	case "campaign", "campaign_criterion":
		for i, campaign := range w.Campaigns {
			record := adsRecord{adsKey: none}
			record.campaign = i
			if resource == "campaign" {
				out = append(out, record)
				continue
			}
			for _, record.criterion = range campaign.Negatives {
				out = append(out, record)
			}
		}
	case "ad_group", "ad_group_criterion", "keyword_view":
		for i, group := range w.AdGroups() {
			record := adsRecord{adsKey: none}
			record.campaign, record.adGroup = group.Campaign, i
			if resource == "ad_group" {
				out = append(out, record)
				continue
			}
			out = append(out, adsCriteria(w, record, resource == "ad_group_criterion")...)
		}
	case "shared_set", "shared_criterion", "campaign_shared_set":
		out = adsLists(w, resource, none)
	case "customer_client":
		out = append(out, adsRecord{adsKey: none, client: w})
	}
	return out
}

func adsCriteria(w *world.World, group adsRecord, negatives bool) []adsRecord {
	var out []adsRecord
	for k, keyword := range w.Keywords() {
		if keyword.AdGroup == group.adGroup {
			record := group
			record.keyword = k
			out = append(out, record)
		}
	}
	if negatives {
		for _, negative := range w.AdGroups()[group.adGroup].Negatives {
			record := group
			record.criterion = negative
			out = append(out, record)
		}
	}
	return out
}

func adsLists(w *world.World, resource string, none adsKey) []adsRecord {
	var out []adsRecord
	for _, list := range w.SharedLists() {
		switch resource {
		case "shared_set":
			out = append(out, adsRecord{adsKey: none, list: &list})
		case "shared_criterion":
			for _, criterion := range list.Keywords {
				out = append(out, adsRecord{adsKey: none, list: &list, criterion: criterion})
			}
		case "campaign_shared_set":
			for i, campaign := range w.Campaigns {
				if campaign.Type == "SEARCH" {
					record := adsRecord{adsKey: none, list: &list}
					record.campaign = i
					out = append(out, record)
				}
			}
		}
	}
	return out
}

// write filters, sorts and encodes the records.
func (q adsQuery) write(w *world.World, records []adsRecord) []adsRow {
	records = slices.DeleteFunc(records, func(record adsRecord) bool {
		return slices.ContainsFunc(q.where, func(c condition) bool {
			return c.field != "segments.date" && !c.matches(record.field(w, c.field))
		})
	})
	slices.SortStableFunc(records, func(a, b adsRecord) int {
		for _, by := range q.order {
			way := compareFields(a.field(w, by.field), b.field(w, by.field))
			if by.down {
				way = -way
			}
			if way != 0 {
				return way
			}
		}
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.campaign, b.campaign), cmp.Compare(a.adGroup, b.adGroup), cmp.Compare(a.keyword, b.keyword), cmp.Compare(a.term, b.term))
	})
	if q.limit > 0 {
		records = records[:min(q.limit, len(records))]
	}
	rows, shape := make([]adsRow, len(records)), q.shape()
	for i := range records {
		rows[i] = shape.append(nil, w, &records[i])
	}
	return rows
}

func compareFields(a, b any) int {
	x, errX := strconv.ParseFloat(textOf(a), 64)
	y, errY := strconv.ParseFloat(textOf(b), 64)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(textOf(a), textOf(b))
}

// formatInt64 returns a 64-bit number as a string, as in Google's JSON.
func formatInt64(n int64) string { return fmt.Sprintf("%d", n) }
