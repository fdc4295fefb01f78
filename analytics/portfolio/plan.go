package portfolio

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/scoring"
)

// stepsOfHour is the time resolution of a plan; the shortest task takes a quarter of an hour.
const stepsOfHour = 4

// planAssumes states the assumptions of a plan.
const planAssumes = "Hours follow the type of opportunity and the number of things to change, unless you set your own. Failing pages that cost customers come first, " +
	"then opportunities in progress, then those with the most value per hour; clicks that several would bring count once. Opportunities not yet valued fill the remaining hours."

// Plan returns the insights with the highest total value within some hours, each click counted once; siteID
// "" is every site of the account. Units are compared by their share of V95 of the site or account. Snoozed
// insights are left out; pages that fail customers come first, other unknown values fill the remaining hours
// by score.
func (p *Portfolio) Plan(ctx context.Context, accountID, siteID string, hours float64, now time.Time) (upslope.Plan, error) {
	figures, err := p.Records.InsightFigures(ctx, accountID, upslope.Scope{SiteID: siteID}, now)
	if err != nil {
		return upslope.Plan{}, fmt.Errorf("read the figures of the insights: %w", err)
	}
	figures = withoutSmall(figures)
	measures, err := p.measures(ctx, accountID, siteID)
	if err != nil {
		return upslope.Plan{}, err
	}
	steps := int(math.Floor(hours*stepsOfHour + 1e-9))
	all := len(figures)
	urgent := fillers(slices.DeleteFunc(slices.Clone(figures), func(one upslope.InsightFigures) bool { return !isUrgent(one) }), steps)
	figures = slices.DeleteFunc(figures, isUrgent)
	for _, one := range urgent {
		steps -= stepsOf(one)
	}
	valued := chosen(figures, measures, steps)
	for _, one := range valued {
		steps -= stepsOf(one)
	}
	taken := slices.Concat(urgent, valued, fillers(figures, steps))

	plan := upslope.Plan{Hours: hours, LeftOut: all - len(taken), Unknown: len(taken) - len(valued), Assumes: planAssumes}
	plan.Values = addUp(taken, expectedOf)
	ids := make([]string, len(taken))
	for i, one := range taken {
		ids[i] = one.ID
	}
	insights, err := p.Records.InsightsByID(ctx, accountID, ids)
	if err != nil {
		return upslope.Plan{}, fmt.Errorf("read the insights of the plan: %w", err)
	}
	for _, one := range taken {
		insight, ok := insights[one.ID]
		if !ok {
			continue // deleted meanwhile
		}
		item := upslope.PlanItem{Insight: insight, Hours: float64(stepsOf(one)) / stepsOfHour}
		if one.Value != nil {
			item.Expected = new(expectedOf(one))
		}
		plan.Items = append(plan.Items, item)
		plan.Used += item.Hours
	}
	return plan, p.addLeadsToPlan(ctx, accountID, plan.Items, now)
}

// addLeadsToPlan adds the group of each insight in a plan.
func (p *Portfolio) addLeadsToPlan(ctx context.Context, accountID string, items []upslope.PlanItem, now time.Time) error {
	insights := make([]upslope.Insight, len(items))
	for i, item := range items {
		insights[i] = item.Insight
	}
	if err := p.AddLeads(ctx, accountID, insights, now); err != nil {
		return err
	}
	for i, insight := range insights {
		items[i].Insight = insight
	}
	return nil
}

// measures returns the scales of a site, or of the account if siteID is "".
func (p *Portfolio) measures(ctx context.Context, accountID, siteID string) ([]upslope.SiteScale, error) {
	if siteID == "" {
		return p.accountScales(ctx, accountID)
	}
	measures, err := p.Records.AllScales(ctx, accountID, siteID)
	if err != nil {
		return nil, fmt.Errorf("read the scales of the site: %w", err)
	}
	return measures, nil
}

// isUrgent reports whether an insight of unknown value is a page that fails customers: nothing else that has
// no value scores as much where values rank.
func isUrgent(one upslope.InsightFigures) bool {
	return one.Value == nil && one.Score >= scoring.UrgentScore
}

// stepsOf returns the duration of an insight in steps.
func stepsOf(one upslope.InsightFigures) int {
	return max(1, int(math.Ceil(stepsOfHour*one.Hours-1e-9)))
}

// chosen returns the insights of known value with the highest total, in the order of work.
func chosen(figures []upslope.InsightFigures, measures []upslope.SiteScale, steps int) []upslope.InsightFigures {
	var tasks []task
	pages, queries := map[claim]int{}, map[claim]int{}
	for i, one := range figures {
		if one.Value == nil {
			continue
		}
		scale, _ := scaleFor(measures, scoring.UnitKey(one.Value))
		made := task{insight: i, steps: stepsOf(one), worth: one.Value.Mid * one.Confidence / scale.Top}
		key := claimOf(one)
		if key.isQuery {
			made.query = numberOf(key, queries)
		}
		made.page = numberOf(key.wholePage(), pages)
		tasks = append(tasks, made)
	}
	picked := bestTasks(tasks, steps)
	slices.SortFunc(picked, func(a, b task) int {
		return cmp.Or(
			compareBegun(figures[a.insight], figures[b.insight]),
			cmp.Compare(b.worth*float64(a.steps), a.worth*float64(b.steps)),
			byScore(figures[a.insight], figures[b.insight]))
	})
	taken := make([]upslope.InsightFigures, len(picked))
	for i, one := range picked {
		taken[i] = figures[one.insight]
	}
	return taken
}

// numberOf numbers the claims from 1.
func numberOf(key claim, known map[claim]int) int {
	if known[key] == 0 {
		known[key] = len(known) + 1
	}
	return known[key]
}

// fillers returns the insights of unknown value that fit the remaining time, by score; those in progress come
// first.
func fillers(figures []upslope.InsightFigures, steps int) []upslope.InsightFigures {
	var unknown, taken []upslope.InsightFigures
	for _, one := range figures {
		if one.Value == nil && stepsOf(one) <= steps {
			unknown = append(unknown, one)
		}
	}
	slices.SortFunc(unknown, byScore)
	for _, one := range unknown {
		if need := stepsOf(one); need <= steps {
			taken, steps = append(taken, one), steps-need
		}
	}
	slices.SortStableFunc(taken, compareBegun)
	return taken
}

// compareBegun puts insights in progress first.
func compareBegun(a, b upslope.InsightFigures) int {
	begun := func(one upslope.InsightFigures) int {
		if one.Status == upslope.InProgress {
			return 0
		}
		return 1
	}
	return cmp.Compare(begun(a), begun(b))
}
