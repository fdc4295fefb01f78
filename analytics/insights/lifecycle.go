package insights

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/analytics/outcomes"
)

// found is a candidate of a recompute as an insight, with the age of its facts.
type found struct {
	upslope.Insight
	expectedValue float64   // 0 if unknown
	factsAt       time.Time // when its facts were measured
}

// returnFactor is the growth of expected value that reopens a dismissed insight, calibrated:
// docs/method.md#lifecycle.
const returnFactor = 2

// history is the evidence key of the reason for reopening.
const history = "history"

// reconcile merges the findings of a recompute into the stored insights of a site. Only insights that were
// looked for can be gone. Insights are the same if site, type and entity are.
//
//   - found, new: added, open
//   - found, open or in progress: updated; the status stays
//   - found, done because it was gone: reopened
//   - found, done by its owner: reopened if the facts are newer than the fix, or than the days in which it
//     was measured to have worked; else unchanged
//   - found, dismissed: reopened if its expected value has doubled; unknown then or now is not doubled
//   - not found, open or in progress: done, with resolution gone
//   - not found, done or dismissed: unchanged, so that a dismissed one does not reopen after an absence
//
// Reopened and gone insights are noted in their evidence or the activity, and in the changes of the site.
// Their snooze and the owner's reason are cleared.
func reconcile(siteID string, existing []upslope.StoredInsight, finds []found, lookedFor func(upslope.Insight) bool, now time.Time) upslope.InsightChanges {
	known := make(map[string]upslope.StoredInsight, len(existing))
	for _, insight := range existing {
		known[identity(insight.Insight)] = insight
	}
	var changes upslope.InsightChanges
	var reopenedNow, went []upslope.StoredInsight
	seen := make(map[string]bool, len(finds))
	for _, find := range finds {
		key := identity(find.Insight)
		if seen[key] {
			continue
		}
		seen[key] = true
		before, isKnown := known[key]
		if !isKnown {
			changes.Added = append(changes.Added, added(siteID, find, now))
			continue
		}
		reason, stays := comesBack(before, find)
		if stays && before.Status == upslope.Done {
			continue
		}
		after := updated(before, find, now)
		if !stays {
			after = reopened(after, reason, now)
			reopenedNow = append(reopenedNow, after)
		}
		changes.Updated = append(changes.Updated, after)
	}
	for _, insight := range existing {
		isOpen := insight.Status == upslope.Open || insight.Status == upslope.InProgress
		if isOpen && lookedFor(insight.Insight) && !seen[identity(insight.Insight)] {
			insight.Status, insight.Resolution, insight.Reason, insight.SnoozedUntil = upslope.Done, "gone", "", nil
			insight.StatusAt, insight.UpdatedAt = now, now
			went = append(went, insight)
		}
	}
	changes.Updated = append(changes.Updated, went...)
	reopenedChanges, gone := changesOf(reopenedNow, "Reopened", now), changesOf(went, "No longer found", now)
	changes.Activity = activity(changes.Added, reopenedChanges, gone, now)
	changes.Changes = slices.Concat(reopenedChanges, gone)
	changes.Message = message(len(seen), len(changes.Added), len(reopenedNow), len(went))
	return changes
}

// identity is the type and the entity within a site.
func identity(insight upslope.Insight) string { return insight.Type + "\x1f" + insight.Entity.Key() }

func added(siteID string, find found, now time.Time) upslope.StoredInsight {
	insight := find.Insight
	// Derived from the identity, so that concurrent recomputes of a site cannot store an insight twice.
	insight.ID = uuid.NewSHA1(uuid.NameSpaceURL, []byte(siteID+"\x1f"+identity(insight))).String()
	insight.SiteID, insight.Status = siteID, upslope.Open
	insight.CreatedAt, insight.UpdatedAt = now, now
	return upslope.StoredInsight{Insight: insight, ExpectedValue: find.expectedValue, StatusAt: now, FoundAt: now}
}

// updated refreshes a stored insight with new findings and keeps the owner's fields.
func updated(before upslope.StoredInsight, find found, now time.Time) upslope.StoredInsight {
	after := before
	after.Insight = find.Insight
	after.ID, after.SiteID, after.CreatedAt, after.UpdatedAt = before.ID, before.SiteID, before.CreatedAt, before.UpdatedAt
	after.Status, after.Resolution, after.SnoozedUntil = before.Status, before.Resolution, before.SnoozedUntil
	after.Assignee, after.Reason, after.Outcome = before.Assignee, before.Reason, before.Outcome
	after.Hours = before.Hours // the database derives them from the usual ones and the owner's
	if reason, ok := before.Evidence[history]; ok {
		after.Evidence[history] = reason
	}
	after.ExpectedValue, after.FoundAt = find.expectedValue, now
	if !sameContent(before.Insight, after.Insight) {
		after.UpdatedAt = now
	}
	return after
}

// comesBack returns stays if a stored insight keeps its status, else the reason to reopen it.
func comesBack(before upslope.StoredInsight, find found) (reason string, stays bool) {
	since := before.StatusAt.Format(upslope.DateFormat)
	switch {
	case before.Status == upslope.Done && before.Resolution == "gone":
		return "Found again after it was gone since " + since, false
	case before.Status == upslope.Done && find.factsAt.After(restsUntil(before)):
		return "Still found by data newer than its fix of " + since, false
	case before.Status == upslope.Dismissed && doubled(before.DismissedAtValue, find.expectedValue):
		return "Worth at least twice what it was when it was dismissed on " + since, false
	}
	return "", true
}

// restsUntil is the minimum age of facts that reopen what its owner fixed: after the fix, or after the days
// in which it was measured to have worked. A later finding is a new opportunity.
func restsUntil(insight upslope.StoredInsight) time.Time {
	if o := insight.Outcome; o != nil && o.Worked != nil && *o.Worked {
		return insight.StatusAt.AddDate(0, 0, outcomes.Days)
	}
	return insight.StatusAt
}

func doubled(before *float64, now float64) bool {
	return before != nil && *before > 0 && now >= returnFactor**before
}

func reopened(insight upslope.StoredInsight, reason string, now time.Time) upslope.StoredInsight {
	insight.Status, insight.Resolution, insight.DismissedAtValue = upslope.Open, "", nil
	insight.Reason, insight.SnoozedUntil, insight.Outcome = "", nil, nil
	insight.StatusAt, insight.UpdatedAt = now, now
	insight.Evidence[history] = reason
	return insight
}

// sameContent compares what people see, as JSON: Go number types do not matter.
func sameContent(a, b upslope.Insight) bool {
	a.UpdatedAt, b.UpdatedAt = time.Time{}, time.Time{}
	was, errA := json.Marshal(a)
	is, errB := json.Marshal(b)
	return errA == nil && errB == nil && bytes.Equal(was, is)
}

// namedActivities is the maximum of individual activity entries; beyond, one entry sums up all.
const namedActivities = 3

func activity(added []upslope.StoredInsight, reopened, went []upslope.SiteChange, now time.Time) []upslope.Activity {
	var entries []upslope.Activity
	if len(added) > 0 {
		// The first in list order.
		first := slices.MinFunc(added, func(a, b upslope.StoredInsight) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ExpectedValue, a.ExpectedValue), cmp.Compare(a.ID, b.ID))
		})
		entries = append(entries, upslope.Activity{Kind: "insight.found", Text: foundText(added) + first.Title, CreatedAt: now})
	}
	for _, change := range reopened {
		entries = append(entries, upslope.Activity{Kind: "insight.reopened", Text: change.Text, CreatedAt: now})
	}
	for _, change := range went {
		entries = append(entries, upslope.Activity{Kind: "insight.gone", Text: change.Text, CreatedAt: now})
	}
	return entries
}

// foundText counts new opportunities as the list does, which leaves small ones out.
func foundText(added []upslope.StoredInsight) string {
	small := 0
	for _, one := range added {
		if one.Small {
			small++
		}
	}
	switch told := len(added) - small; {
	case len(added) == 1:
		return "New opportunity: "
	case told == 0:
		return fmt.Sprintf("%d new small opportunities. Top: ", small)
	case small == 0:
		return fmt.Sprintf("%d new opportunities. Top: ", told)
	case told == 1:
		return fmt.Sprintf("1 new opportunity and %d small. Top: ", small)
	default:
		return fmt.Sprintf("%d new opportunities and %d small. Top: ", told, small)
	}
}

// changesOf lists site changes for insights, in at most namedActivities entries.
func changesOf(insights []upslope.StoredInsight, what string, now time.Time) []upslope.SiteChange {
	if len(insights) > namedActivities {
		text := fmt.Sprintf("%s: %s and %d more", what, insights[0].Title, len(insights)-1)
		return []upslope.SiteChange{{Kind: "status", Text: text, CreatedAt: now}}
	}
	var changes []upslope.SiteChange
	for _, insight := range insights {
		changes = append(changes, upslope.SiteChange{Kind: "status", Text: what + ": " + insight.Title, InsightID: insight.ID, CreatedAt: now})
	}
	return changes
}

// message sums up a recompute in one sentence.
func message(found, added, reopened, went int) string {
	text := "No opportunities found"
	if found == 1 {
		text = "1 opportunity found"
	} else if found > 1 {
		text = separated(float64(found)) + " opportunities found"
	}
	for _, change := range []struct {
		count int
		what  string
	}{{added, "new"}, {reopened, "opened again"}, {went, "gone"}} {
		if change.count > 0 {
			text += fmt.Sprintf(", %s %s", separated(float64(change.count)), change.what)
		}
	}
	return text + "."
}

// withOutcomes sets the outcomes just measured on their insights.
func withOutcomes(insights []upslope.StoredInsight, outcomes []upslope.StoredOutcome) {
	for _, one := range outcomes {
		for i := range insights {
			if insights[i].ID == one.Insight.ID && insights[i].Status == upslope.Done && insights[i].StatusAt.Equal(one.FixedAt) {
				insights[i].Outcome = &one.Outcome
			}
		}
	}
}
