package outcomes

import (
	"context"
	"fmt"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/outcomes/outcome"
)

// controls returns the series of the control group: ad groups for a campaign, since campaigns are few.
func (m *measuring) controls() *series {
	if m.series == adCampaigns {
		return adGroups
	}
	return m.series
}

// choose selects the control group by data from before the fix.
func (m *measuring) choose(ctx context.Context) error {
	m.Compared = []upslope.Entity{}
	s := m.series
	keys, key := s.keysOf(m.Insight)
	from := m.span.fixed.AddDate(0, 0, -shapeDays)
	own, err := m.t.read(ctx, m.g, s, filters(m.Insight), keys, from, m.span.beforeTo)
	if err != nil {
		return err
	}
	size, _ := own.sum(s, key, 0, m.span.beforeFrom, m.span.beforeTo)
	if size <= 0 && s != speedTests {
		return nil // nothing to match on
	}
	s = m.controls()
	self, targets := []string{s.keyOf(m.Insight.Entity)}, []string{s.keyOf(m.Insight.Entity)}
	for _, target := range m.targets {
		targets = append(targets, s.keyOf(target.Entity))
	}
	if keys, err = m.near(ctx, size, targets); err != nil {
		return err
	}
	if len(keys) < enoughControls {
		// On a small site every entity has an insight. One that nobody acted on is still a valid control.
		if keys, err = m.near(ctx, size, self); err != nil {
			return err
		}
	}
	if s == speedTests {
		keys = keys[:min(mostControls, len(keys))]
	} else if keys, err = m.alike(ctx, own, key, keys, from); err != nil {
		return err
	}
	for _, key := range keys {
		m.Compared = append(m.Compared, s.entityOf(key))
	}
	return nil
}

// near returns the keys of untouched entities of similar size, nearest first.
func (m *measuring) near(ctx context.Context, size float64, excluded []string) (keys []string, err error) {
	s := m.controls()
	params := m.g.With(filters(m.Insight), map[string]any{
		"from": m.span.beforeFrom, "to": m.span.beforeTo, "excluded": facts.Distinct(excluded), "amount": max(size, 1), "most": nearControls,
	})
	if m.series == adGroups {
		params["campaign"] = uint64(0) // ad groups of the same campaign qualify too
	}
	err = m.t.facts.Query(ctx, seriesSQL("near_"+s.report), params, func(_ []string, values []any) error {
		if key, ok := values[0].(string); ok && !m.isFixed(s.entityOf(key)) {
			keys = append(keys, key)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for what is alike: %w", err)
	}
	return keys, nil
}

// alike selects the keys whose weeks before the fix correlate most with the treated entity.
func (m *measuring) alike(ctx context.Context, own *reading, key string, keys []string, from time.Time) ([]string, error) {
	s := m.controls()
	others, err := m.t.read(ctx, m.g, s, filtersOfOthers(m.Insight), keys, from, m.span.beforeTo)
	if err != nil {
		return nil, err
	}
	weeksOf := func(r *reading, s *series, key string) (weeks []float64) {
		for week := from; !week.After(m.span.beforeTo); week = week.AddDate(0, 0, 7) {
			total, days := r.sum(s, key, 0, week, week.AddDate(0, 0, 6))
			if days > 0 {
				weeks = append(weeks, total*7/float64(days))
			}
		}
		return weeks
	}
	candidates := make([]outcome.Candidate, len(keys))
	for i, key := range keys {
		candidates[i].Weeks = weeksOf(others, s, key)
	}
	var picked []string
	for _, i := range outcome.Match(weeksOf(own, m.series, key), candidates, mostControls) {
		picked = append(picked, keys[i])
	}
	return picked, nil
}

// isFixed reports whether an entity was changed itself in the compared days. A change shared with the
// measured entity, such as a new layout of all pages, affects both alike.
func (m *measuring) isFixed(entity upslope.Entity) bool {
	return slices.ContainsFunc(m.targets, func(target upslope.Target) bool {
		own := m.Insight.Entity
		if target.FixedAt == nil || !touches(target.Entity, entity) || target.Entity != own && touches(target.Entity, own) {
			return false
		}
		day := facts.DateOf(target.FixedAt.In(m.g.Site.Location()))
		return !day.Before(m.span.beforeFrom) && !day.After(m.span.afterTo)
	})
}

// touches reports whether a change of one entity affects another: itself, a page of it, or a part of its
// campaign.
func touches(target, entity upslope.Entity) bool {
	switch {
	case target.Page != "":
		return target.Page == entity.Page
	case target.Template != "":
		return entity.Page != "" && facts.MatchesTemplate(target.Template, entity.Page)
	case target.Query != "":
		return target.Query == entity.Query
	case target.Term != "":
		return hasWords(entity.Term, target.Term) && (target.CampaignID == "" || target.CampaignID == entity.CampaignID)
	case target.AdGroupID != "":
		return target.AdGroupID == entity.AdGroupID
	case target.CampaignID != "":
		return target.CampaignID == entity.CampaignID
	}
	return false
}
