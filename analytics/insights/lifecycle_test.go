package insights

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

// ofTypeA is the scope of the recompute.
func ofTypeA(insight upslope.Insight) bool { return insight.Type == "a" }

func TestLifecycle(t *testing.T) {
	t.Parallel()
	changed := analyticstest.Today.AddDate(0, 0, -10) // last status change of the stored insight
	older, newer := changed.AddDate(0, 0, -1), changed.AddDate(0, 0, 1)
	worth := func(value float64) *float64 { return &value }
	for name, c := range map[string]struct {
		status     upslope.Status // "": not stored
		resolution string
		dismissed  *float64
		isFound    bool
		value      float64
		factsAt    time.Time
		want       upslope.Status
		resolved   string
		history    string
	}{
		"new is open":                                   {isFound: true, want: "open"},
		"open stays open":                               {status: "open", isFound: true, want: "open"},
		"in progress stays in progress":                 {status: "in_progress", isFound: true, want: "in_progress"},
		"open is gone":                                  {status: "open", want: "done", resolved: "gone"},
		"in progress is gone":                           {status: "in_progress", want: "done", resolved: "gone"},
		"gone comes back":                               {status: "done", resolution: "gone", isFound: true, factsAt: older, want: "open", history: "gone since November 11, 2026"},
		"gone stays gone":                               {status: "done", resolution: "gone", want: "done", resolved: "gone"},
		"fixed stays fixed while the crawl is older":    {status: "done", resolution: "fixed", isFound: true, factsAt: older, want: "done", resolved: "fixed"},
		"fixed opens again by a newer crawl":            {status: "done", resolution: "fixed", isFound: true, factsAt: newer, want: "open", history: "newer than its fix of November 11, 2026"},
		"fixed stays fixed when it is not found":        {status: "done", resolution: "fixed", want: "done", resolved: "fixed"},
		"dismissed stays below twice its value":         {status: "dismissed", dismissed: worth(10), isFound: true, value: 19.9, want: "dismissed"},
		"dismissed returns at twice its value":          {status: "dismissed", dismissed: worth(10), isFound: true, value: 20, want: "open", history: "dismissed on November 11, 2026"},
		"dismissed without value never returns":         {status: "dismissed", dismissed: worth(0), isFound: true, value: 1000, want: "dismissed"},
		"dismissed before values were kept stays":       {status: "dismissed", isFound: true, value: 1000, want: "dismissed"},
		"dismissed does not return by having been away": {status: "dismissed", dismissed: worth(10), want: "dismissed"},
	} {
		t.Run(name, func(t *testing.T) {
			insight := upslope.Insight{Type: "a", Entity: upslope.Entity{Page: "p"}, Title: "Do it", Evidence: map[string]any{}}
			var existing []upslope.StoredInsight
			if c.status != "" {
				known := insight
				known.ID, known.Status, known.Resolution = "1", c.status, c.resolution
				existing = []upslope.StoredInsight{{Insight: known, StatusAt: changed, DismissedAtValue: c.dismissed}}
			}
			var finds []found
			if c.isFound {
				finds = []found{{Insight: insight, expectedValue: c.value, factsAt: c.factsAt}}
			}
			store := &analyticstest.Store{Insights: existing}
			changes := reconcile(analyticstest.SiteID, existing, finds, ofTypeA, analyticstest.Today)
			if err := store.ReplaceInsights(t.Context(), "", "", "", func([]upslope.StoredInsight) (upslope.InsightChanges, error) { return changes, nil }); err != nil {
				t.Fatal(err)
			}
			if len(store.Insights) != 1 {
				t.Fatalf("%d insights, want one", len(store.Insights))
			}
			got := store.Insights[0]
			said, _ := got.Evidence[history].(string)
			if got.Status != c.want || got.Resolution != c.resolved || !strings.Contains(said, c.history) || (said == "") != (c.history == "") {
				t.Errorf("%s %q %q, want %s %q %q", got.Status, got.Resolution, said, c.want, c.resolved, c.history)
			}
			if moved := c.status != c.want; moved != got.StatusAt.Equal(analyticstest.Today) {
				t.Errorf("status at %s", got.StatusAt)
			}
		})
	}
}

func TestWhatWorkedRestsForTheDaysInWhichItWasMeasured(t *testing.T) {
	t.Parallel()
	fixed := analyticstest.Today.AddDate(0, 0, -60)
	for name, c := range map[string]struct {
		worked *bool
		after  int // age of the facts, in days after the fix
		want   upslope.Status
	}{
		"it worked":                      {new(true), 28, upslope.Done},
		"it worked, and a month is over": {new(true), 29, upslope.Open},
		"it did not":                     {new(false), 1, upslope.Open},
		"it could not be told":           {nil, 1, upslope.Open},
	} {
		insight := upslope.Insight{ID: "1", Type: "a", Status: upslope.Done, Resolution: "fixed", Evidence: map[string]any{}}
		existing := []upslope.StoredInsight{{Insight: insight, StatusAt: fixed}}
		withOutcomes(existing, []upslope.StoredOutcome{
			// Of an earlier fix
			{Insight: insight, Outcome: upslope.Outcome{FixedAt: fixed.AddDate(0, 0, -90), Worked: new(true)}},
			{Insight: insight, Outcome: upslope.Outcome{FixedAt: fixed, Worked: c.worked}},
		})
		finds := []found{{Insight: upslope.Insight{Type: "a", Evidence: map[string]any{}}, factsAt: fixed.AddDate(0, 0, c.after)}}
		got := upslope.Done
		for _, updated := range reconcile(analyticstest.SiteID, existing, finds, ofTypeA, analyticstest.Today).Updated {
			got = updated.Status
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestWhatItsOwnerSaysStaysUntilItIsGoneOrOpensAgain(t *testing.T) {
	t.Parallel()
	until := analyticstest.Today.AddDate(0, 0, 7)
	own := func(status upslope.Status, resolution string) []upslope.StoredInsight {
		return []upslope.StoredInsight{{Insight: upslope.Insight{
			ID: "1", Type: "a", Title: "Do it", Status: status, Resolution: resolution, Evidence: map[string]any{}, SnoozedUntil: &until, Assignee: "Ana", Reason: "Later",
		}}}
	}
	find := []found{{Insight: upslope.Insight{Type: "a", Title: "Do it now", Evidence: map[string]any{}}}}
	if got := reconcile(analyticstest.SiteID, own(upslope.Open, ""), find, ofTypeA, analyticstest.Today).Updated[0]; got.SnoozedUntil != &until || got.Assignee != "Ana" || got.Reason != "Later" {
		t.Errorf("found again: %+v", got.Insight)
	}
	for name, changes := range map[string]upslope.InsightChanges{
		"No longer found: Do it": reconcile(analyticstest.SiteID, own(upslope.Open, ""), nil, ofTypeA, analyticstest.Today),
		"Reopened: Do it now":    reconcile(analyticstest.SiteID, own(upslope.Done, "gone"), find, ofTypeA, analyticstest.Today),
	} {
		if got := changes.Updated[0]; got.SnoozedUntil != nil || got.Assignee != "Ana" || got.Reason != "" {
			t.Errorf("%s: %+v", name, got.Insight)
		}
		if len(changes.Changes) != 1 || changes.Changes[0] != (upslope.SiteChange{Kind: "status", Text: name, InsightID: "1", CreatedAt: analyticstest.Today}) {
			t.Errorf("%s: %+v", name, changes.Changes)
		}
	}
}

func TestOnlyWhatWasLookedForCanBeGone(t *testing.T) {
	t.Parallel()
	existing := []upslope.StoredInsight{{Insight: upslope.Insight{ID: "1", Type: "other", Status: upslope.Open}}}
	if changes := reconcile(analyticstest.SiteID, existing, nil, ofTypeA, analyticstest.Today); len(changes.Updated) > 0 {
		t.Errorf("changed %v", changes.Updated)
	}
}

func TestHistoryStaysWhileTheInsightIsOpen(t *testing.T) {
	t.Parallel()
	known := upslope.Insight{ID: "1", Type: "a", Status: upslope.Open, Evidence: map[string]any{history: "Found again", "pages": 7.}}
	find := upslope.Insight{Type: "a", Evidence: map[string]any{"pages": 8.}}
	changes := reconcile(analyticstest.SiteID, []upslope.StoredInsight{{Insight: known}}, []found{{Insight: find}}, ofTypeA, analyticstest.Today)
	if got := changes.Updated[0].Evidence; got[history] != "Found again" || got["pages"] != 8. {
		t.Errorf("evidence %v", got)
	}
}

func TestUpdatedAtTellsWhetherSomethingChanged(t *testing.T) {
	t.Parallel()
	before := analyticstest.Today.AddDate(0, 0, -1)
	known := upslope.Insight{ID: "1", Type: "a", Title: "Do it", Status: upslope.InProgress, UpdatedAt: before, Evidence: map[string]any{"pages": 7.}, Hours: 3, UsualHours: 2}
	for _, c := range []struct {
		title string
		want  time.Time
	}{{"Do it", before}, {"Do it now", analyticstest.Today}} {
		find := upslope.Insight{Type: "a", Title: c.title, Evidence: map[string]any{"pages": uint64(7)}, UsualHours: 2}
		changes := reconcile(analyticstest.SiteID, []upslope.StoredInsight{{Insight: known}}, []found{{Insight: find}}, ofTypeA, analyticstest.Today)
		if got := changes.Updated[0]; !got.UpdatedAt.Equal(c.want) || !got.FoundAt.Equal(analyticstest.Today) {
			t.Errorf("%s: updated %s, found %s", c.title, got.UpdatedAt, got.FoundAt)
		}
	}
}

func TestMessageIsOneSentence(t *testing.T) {
	t.Parallel()
	for want, c := range map[string][4]int{
		"No opportunities found.":                            {0, 0, 0, 0},
		"No opportunities found, 2 gone.":                    {0, 0, 0, 2},
		"1 opportunity found, 1 new.":                        {1, 1, 0, 0},
		"1,012 opportunities found, 3 opened again, 1 gone.": {1012, 0, 3, 1},
	} {
		if got := message(c[0], c[1], c[2], c[3]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestManyChangesMakeOneActivity(t *testing.T) {
	t.Parallel()
	insights := []upslope.StoredInsight{{Insight: upslope.Insight{Title: "One"}}, {}, {}, {}}
	if got := changesOf(insights, "No longer found", analyticstest.Today); len(got) != 1 || got[0].Text != "No longer found: One and 3 more" {
		t.Errorf("got %v", got)
	}
}

func TestRecomputingTwiceChangesNothingButTheTimeItWasFound(t *testing.T) {
	t.Parallel()
	db := analyticstest.OpenWithCrawl(t, analyticstest.ParsePages(t, []byte(fivePagesWithoutHeading)))
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}}
	recompute(t, db, store)
	first := listing(store.Insights)
	id, message := store.Insights[0].ID, store.Message
	recompute(t, db, store)
	if store.Added != 0 || listing(store.Insights) != first || store.Insights[0].ID != id {
		t.Errorf("added %d, now %s", store.Added, listing(store.Insights))
	}
	if message != "1 opportunity found, 1 new." || store.Message != "1 opportunity found." {
		t.Errorf("said %q, then %q", message, store.Message)
	}
}

func TestAFailingDetectorChangesNothing(t *testing.T) {
	t.Parallel()
	broken := errors.New("no answer")
	known := upslope.StoredInsight{Insight: upslope.Insight{ID: "1", Type: "meta_issues", Status: upslope.Open}}
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID}, Insights: []upslope.StoredInsight{known}}
	engine, err := New(failing{err: broken}, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Recompute(t.Context(), analyticstest.AccountID, "job"); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if store.Updated != 0 || store.Insights[0].Status != upslope.Open {
		t.Errorf("changed %v", store.Insights)
	}
}

func TestWithoutACrawlThereIsNothingToLookAt(t *testing.T) {
	t.Parallel()
	store := &analyticstest.Store{Insights: []upslope.StoredInsight{{Insight: upslope.Insight{ID: "1", Type: "meta_issues", Status: upslope.Open}}}}
	recompute(t, failing{err: errors.New("asked")}, store)
	if store.Message != "There is nothing to look at yet. Upload a crawl or connect a source first." || store.Insights[0].Status != upslope.Open {
		t.Errorf("said %q, %v", store.Message, store.Insights)
	}
}

// A fix shows only in a window after it; until then, search data from before it must not reopen the insight.
func TestWhatWasFixedIsJudgedBySearchDataOfAfterTheFix(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	days := map[string]string{"gsc_query_pages": analyticstest.WholeHistory}
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte(`query,page,days,clicks,impressions,position
steady {1..30},https://example.com/shop/{n},0..27,12,200,3.0
page two,https://example.com/shop/two,0..27,1,400,12.2
`))
	analyticstest.AddSearchReports(t, db, days)
	store := &analyticstest.Store{Connected: analyticstest.AllConnections()}
	recompute(t, db, store)
	if len(store.Insights) != 1 {
		t.Fatalf("found %s", report(store.Insights))
	}
	fix := func(at time.Time) {
		store.Insights[0].Status, store.Insights[0].Resolution, store.Insights[0].StatusAt = upslope.Done, "fixed", at
		recompute(t, db, store)
	}
	if fix(analyticstest.LastDay.AddDate(0, 0, -20)); store.Insights[0].Status != upslope.Done {
		t.Errorf("fixed within the window: %s", store.Insights[0].Status)
	}
	if fix(analyticstest.LastDay.AddDate(0, 0, -28)); store.Insights[0].Status != upslope.Open {
		t.Errorf("fixed before the window: %s", store.Insights[0].Status)
	}
}

// Insights of a disconnected source stay as they are: nothing looked for them.
func TestInsightsOfASourceThatIsAwayStay(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	days := map[string]string{"gsc_query_pages": analyticstest.WholeHistory}
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte(`query,page,days,clicks,impressions,position
steady {1..30},https://example.com/shop/{n},0..27,12,200,3.0
page two,https://example.com/shop/two,0..27,1,400,12.2
`))
	analyticstest.AddSearchReports(t, db, days)
	store := &analyticstest.Store{Connected: analyticstest.AllConnections()}
	recompute(t, db, store)
	store.Connected = nil
	store.Crawl = analyticstest.AddCrawl(t, db, analyticstest.ParsePages(t, []byte(fivePagesWithoutHeading)))
	recompute(t, db, store)
	for _, insight := range of("keyword_opportunity", slices.Clone(store.Insights)) {
		if insight.Status != upslope.Open {
			t.Errorf("%s is %s", insight.Title, insight.Status)
		}
	}
	if len(store.Insights) < 2 {
		t.Errorf("found %s", report(store.Insights))
	}
}
