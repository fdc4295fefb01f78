package tables

import (
	"context"
	"maps"
	"strconv"
)

// wasteType is the type of opportunities that say which spend is wasted. Others about ads, such as a rising CPC, are not
// about waste.
const wasteType = "wasted_ad_spend"

// addVerdicts adds what the open opportunities about wasted spend say, as lists of one length: the SQL of a table joins
// its rows to them, so that a row never says anything else than its opportunity.
func (a *Analysis) addVerdicts(ctx context.Context, params map[string]any, about request) error {
	open, err := a.records.OpenInsights(ctx, about.accountID, about.filter.SiteID)
	if err != nil {
		return err
	}
	ids, sites, kinds, terms, titles, steps := []string{}, []string{}, []string{}, []string{}, []string{}, []string{}
	campaigns, groups := []uint64{}, []uint64{}
	for _, insight := range open {
		entity := insight.Entity
		if insight.Type != wasteType || entity.CampaignID == "" && entity.Term == "" {
			continue
		}
		ids, sites = append(ids, insight.ID), append(sites, insight.SiteID)
		kinds, terms = append(kinds, insight.EntityType), append(terms, entity.Term)
		titles, steps = append(titles, insight.Title), append(steps, insight.Step)
		campaigns, groups = append(campaigns, adsID(entity.CampaignID)), append(groups, adsID(entity.AdGroupID))
	}
	maps.Copy(params, map[string]any{
		"verdict_ids": ids, "verdict_sites": sites, "verdict_kinds": kinds, "verdict_terms": terms, "verdict_titles": titles, "verdict_steps": steps,
		"verdict_campaigns": campaigns, "verdict_ad_groups": groups,
	})
	return nil
}

// adsID parses an ID of Google Ads; 0 is none.
func adsID(text string) uint64 {
	id, _ := strconv.ParseUint(text, 10, 64)
	return id
}
