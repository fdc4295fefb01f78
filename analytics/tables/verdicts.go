package tables

import (
	"context"
	"maps"
	"strconv"
)

// addVerdicts adds what the open opportunities of a type say, as lists of one length: the SQL of a table
// joins its rows to them, so that a row never says anything else than its opportunity.
func (a *Analysis) addVerdicts(ctx context.Context, insightType string, params map[string]any, accountID, siteID string) error {
	open, err := a.records.OpenInsights(ctx, accountID, siteID)
	if err != nil {
		return err
	}
	ids, sites, kinds, titles, steps := []string{}, []string{}, []string{}, []string{}, []string{}
	terms, queries, keeps := []string{}, []string{}, []string{}
	campaigns, groups := []uint64{}, []uint64{}
	for _, insight := range open {
		entity := insight.Entity
		if insight.Type != insightType || entity.CampaignID == "" && entity.Term == "" && entity.Query == "" {
			continue
		}
		ids, sites, kinds = append(ids, insight.ID), append(sites, insight.SiteID), append(kinds, insight.EntityType)
		titles, steps = append(titles, insight.Title), append(steps, insight.Step)
		terms, queries, keeps = append(terms, entity.Term), append(queries, entity.Query), append(keeps, insight.Keep)
		campaigns, groups = append(campaigns, adsID(entity.CampaignID)), append(groups, adsID(entity.AdGroupID))
	}
	maps.Copy(params, map[string]any{
		"verdict_ids": ids, "verdict_sites": sites, "verdict_kinds": kinds, "verdict_titles": titles, "verdict_steps": steps,
		"verdict_terms": terms, "verdict_queries": queries, "verdict_keeps": keeps,
		"verdict_campaigns": campaigns, "verdict_ad_groups": groups,
	})
	return nil
}

// adsID parses an ID of Google Ads; 0 is none.
func adsID(text string) uint64 {
	id, _ := strconv.ParseUint(text, 10, 64)
	return id
}
