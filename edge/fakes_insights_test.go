package edge_test

import (
	"context"
	"slices"
	"time"

	"upslope"
)

func (m *memory) Insights(_ context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error) {
	defer m.lock()()
	m.filter = filter
	all := m.insights[accountID]
	found := slices.Clone(slice(all, filter.Limit, filter.Offset))
	m.lists++
	if m.duringInsights != nil {
		m.duringInsights()
	}
	return found, int64(len(all)), m.down
}

func (m *memory) Insight(_ context.Context, accountID, id string) (upslope.Insight, error) {
	defer m.lock()()
	for _, insight := range m.insights[accountID] {
		if insight.ID == id {
			return insight, nil
		}
	}
	return upslope.Insight{}, missing("opportunity")
}

func (m *memory) SetInsightStatus(_ context.Context, accountID, id string, status upslope.Status, reason string, now time.Time) (upslope.Insight, int64, error) {
	defer m.lock()()
	for i, insight := range m.insights[accountID] {
		if insight.ID == id {
			if err := insight.Status.CanBecome(status); err != nil {
				return insight, 0, err
			}
			insight.Status, insight.UpdatedAt = status, now
			m.insights[accountID][i] = insight
			return insight, 10, nil
		}
	}
	return upslope.Insight{}, 0, missing("opportunity")
}

func (m *memory) Computing(_ context.Context, accountID, _ string) (bool, error) {
	defer m.lock()()
	for _, job := range m.jobs {
		if job.AccountID == accountID && !job.Finished() {
			return true, nil
		}
	}
	return false, nil
}

func (m *memory) InsightTotal(_ context.Context, accountID string, _ upslope.Scope, _ bool) (upslope.InsightTotal, error) {
	defer m.lock()()
	return upslope.InsightTotal{Insights: len(m.insights[accountID]), Values: []upslope.Value{}, Expected: []upslope.Value{}}, nil
}

func (m *memory) HiddenInsights(context.Context, string, upslope.InsightFilter) (int64, error) {
	return 0, nil
}

func (m *memory) KPIs(_ context.Context, accountID string, filter upslope.TableFilter) (upslope.KPIs, error) {
	defer m.lock()()
	m.filter = tableAsked{accountID, "kpis", filter}
	if !filter.HasDays() {
		return upslope.KPIs{}, nil
	}
	return upslope.KPIs{Period: &upslope.KPIPeriod{From: filter.From.Format(time.DateOnly), To: filter.To.Format(time.DateOnly)}}, nil
}

func (m *memory) Evidence(context.Context, string, upslope.Insight) (upslope.Evidence, error) {
	return upslope.Evidence{Columns: []string{"page"}, SQL: "select 1", Parameters: map[string]any{}}, nil
}

func (m *memory) EditInsight(_ context.Context, accountID, id string, edit upslope.InsightEdit, now time.Time) (upslope.Insight, int64, error) {
	defer m.lock()()
	for i, insight := range m.insights[accountID] {
		if insight.ID != id {
			continue
		}
		if edit.SnoozedUntil != nil {
			insight.SnoozedUntil = *edit.SnoozedUntil
		}
		if edit.Assignee != nil {
			insight.Assignee = *edit.Assignee
		}
		if edit.Reason != nil {
			insight.Reason = *edit.Reason
		}
		if edit.DoneSteps != nil {
			insight.DoneSteps = *edit.DoneSteps
		}
		if edit.StepPlans != nil {
			insight.StepPlans = *edit.StepPlans
		}
		insight.UpdatedAt = now
		m.insights[accountID][i] = insight
		return insight, 11, nil
	}
	return upslope.Insight{}, 0, missing("opportunity")
}

func (m *memory) Days(context.Context, string, upslope.Insight) (upslope.InsightDays, error) {
	return upslope.InsightDays{}, nil
}

func (m *memory) Fixes(_ context.Context, _ string, _ upslope.Insight, followers []upslope.Insight) ([]upslope.Fix, error) {
	fixes := []upslope.Fix{}
	for _, follower := range followers {
		fixes = append(fixes, upslope.Fix{Title: follower.ID})
	}
	return fixes, nil
}

// AddLeads groups all insights of an account under its first one.
func (m *memory) AddLeads(_ context.Context, accountID string, insights []upslope.Insight, _ time.Time) error {
	defer m.lock()()
	all := m.insights[accountID]
	for i := range insights {
		if insights[i].ID != all[0].ID {
			insights[i].LeadID = all[0].ID
			continue
		}
		for _, follower := range all[1:] {
			insights[i].FollowerIDs = append(insights[i].FollowerIDs, follower.ID)
		}
	}
	return nil
}

func (m *memory) Followers(_ context.Context, accountID string, leads []upslope.Insight) (map[string][]upslope.Insight, error) {
	followers := map[string][]upslope.Insight{}
	for _, lead := range leads {
		for _, id := range lead.FollowerIDs {
			follower, err := m.Insight(context.Background(), accountID, id)
			if err != nil {
				return nil, err
			}
			followers[lead.ID] = append(followers[lead.ID], follower)
		}
	}
	return followers, nil
}

func (m *memory) Plan(_ context.Context, _, _ string, hours float64, _ time.Time) (upslope.Plan, error) {
	return upslope.Plan{Hours: hours}, nil
}

func (m *memory) EditInsights(_ context.Context, accountID string, ids []string, edit upslope.InsightsEdit, now time.Time) (edited upslope.InsightsEdited, version int64, err error) {
	for _, id := range ids {
		_, _, err := m.SetInsightStatus(context.Background(), accountID, id, edit.Status, "", now)
		if err != nil {
			edited.Failed = append(edited.Failed, upslope.EditFailure{ID: id, Err: err})
			continue
		}
		edited.Changed = append(edited.Changed, id)
	}
	return edited, 10, nil
}

func (m *memory) Views(_ context.Context, _, userID string) ([]upslope.View, error) {
	defer m.lock()()
	return m.saved[userID], m.down
}

func (m *memory) SetViews(_ context.Context, _, userID string, views []upslope.View) (int64, error) {
	defer m.lock()()
	if m.saved == nil {
		m.saved = map[string][]upslope.View{}
	}
	m.saved[userID] = views
	return 10, m.down
}

// Comments and the following methods store no comments.
func (m *memory) Comments(context.Context, string, string) ([]upslope.Comment, error) {
	return nil, nil
}

func (m *memory) AddComment(ctx context.Context, by upslope.User, insightID, text string) (upslope.Comment, int64, error) {
	if _, err := m.Insight(ctx, by.AccountID, insightID); err != nil {
		return upslope.Comment{}, 0, err
	}
	return upslope.Comment{ID: "1", InsightID: insightID, UserID: by.ID, Text: text}, 26, nil
}

func (m *memory) DeleteComment(context.Context, upslope.User, string, string) (int64, error) {
	return 0, missing("comment")
}
