package portfolio

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/scoring"
)

func onPage(insightType, page string) upslope.InsightSubject {
	return upslope.InsightSubject{Type: insightType, Entity: upslope.Entity{Page: page}}
}

func forQuery(query, page string) upslope.InsightSubject {
	return upslope.InsightSubject{Type: KeywordOpportunity, Entity: upslope.Entity{Query: query, Page: page}}
}

func competing(query, keeps string) upslope.InsightSubject {
	return upslope.InsightSubject{Type: Cannibalization, Entity: upslope.Entity{Query: query}, Keeps: keeps}
}

func withIssue(insightType, issue, page, template string) upslope.InsightSubject {
	return upslope.InsightSubject{Type: insightType, Entity: upslope.Entity{Page: page, Template: template, Issue: issue}}
}

// In each pair the second is grouped under the first, or neither is; unless stated, this holds in both
// orders.
func TestInsightsAreOneTaskWhenTheyHaveOneCause(t *testing.T) {
	const a, b = "https://example.com/shop/a", "https://example.com/shop/b"
	meta := func(issue, page string) upslope.InsightSubject { return withIssue(MetaIssues, issue, page, "") }
	links := withIssue(LinkTargets, "ranking_page", a, "")
	for _, c := range []struct {
		name          string
		first, second upslope.InsightSubject
		want, turned  bool
	}{
		{"two queries of a page", forQuery("boots", a), forQuery("shoes", a), true, true},
		{"one query on two pages", forQuery("boots", a), forQuery("boots", b), true, true},
		{"other queries, other pages", forQuery("boots", a), forQuery("shoes", b), false, false},
		{"a query that pages compete for", competing("boots", a), forQuery("boots", b), true, true},
		{"another query of the page that wins", competing("boots", a), forQuery("shoes", a), false, false},
		{"two queries that one page is to answer", competing("boots", a), competing("shoes", a), true, true},
		{"two queries, two pages to keep", competing("boots", a), competing("shoes", b), false, false},
		{"pages to keep that nobody knows", competing("boots", ""), competing("shoes", ""), false, false},
		{"a query and a page that loses", forQuery("boots", a), onPage(ContentDecay, a), true, true},
		{"a query and links to its page", forQuery("boots", a), links, true, true},
		{"a query and its page's title", forQuery("boots", a), meta("long_title", a), true, true},
		{"a query and its page's heading", forQuery("boots", a), meta("missing_h1", a), true, true},
		{"a query and its page's pictures", forQuery("boots", a), meta("images_without_alt", a), false, false},
		{"a query and its page's canonical", forQuery("boots", a), meta("missing_canonical", a), false, false},
		{"a query and another page's title", forQuery("boots", a), meta("long_title", b), false, false},
		{"a page that loses and links to it", onPage(ContentDecay, a), links, true, true},
		{"a page that loses and its snippet", onPage(ContentDecay, a), meta("missing_description", a), true, true},
		{"a page that loses and what it wins", onPage(ContentDecay, a), competing("boots", a), false, false},
		{"few links for two reasons", links, withIssue(LinkTargets, "deep_page", a, ""), true, true},
		{"links on other pages and a title on this", links, meta("long_title", a), false, false},
		{"title and description", meta("long_title", a), meta("missing_description", a), true, true},
		{"title and server error", meta("long_title", a), meta("server_error", a), false, false},
		{"two faults of the server", meta("server_error", a), meta("redirect_loop", a), false, false},
		{"a page's title and its speed", meta("long_title", a), onPage("slow_page", a), false, false},
		{"a query and its page's speed", forQuery("boots", a), onPage("slow_page", a), false, false},
		{"a query and how its page sells", forQuery("boots", a), onPage("underperforming_landing", a), false, false},
		{"a query and a word of the ads", forQuery("boots", a), upslope.InsightSubject{Type: "wasted_ad_spend", Entity: upslope.Entity{Query: "boots", Term: "boots"}}, false, false},
		{"a template and its page", withIssue(MetaIssues, "long_title", "", "/shop/*"), meta("long_title", a), true, false},
		{"a template and its page's server error", withIssue(MetaIssues, "server_error", "", "/shop/*"), meta("server_error", a), true, false},
		{"a template and another issue of its page", withIssue(MetaIssues, "long_title", "", "/shop/*"), meta("short_title", a), false, false},
		{"a template and a page elsewhere with the same fault of its texts", withIssue(MetaIssues, "long_title", "", "/blog/*"), meta("long_title", a), true, false},
		{"a template and a page elsewhere with another fault", withIssue(MetaIssues, "server_error", "", "/blog/*"), meta("server_error", a), false, false},
		{"two templates with one issue", withIssue(MetaIssues, "long_title", "", "/shop/*"), withIssue(MetaIssues, "long_title", "", "/*"), true, true},
		{"two templates with two issues", withIssue(MetaIssues, "long_title", "", "/shop/*"), withIssue(MetaIssues, "short_title", "", "/*"), false, false},
		{"two broken pages of a folder", meta("broken_page", a), meta("broken_page", b), true, true},
		{"two failures of a folder", meta("broken_page", a), meta("server_error", b), false, false},
		{"broken pages of two folders", meta("broken_page", a), meta("broken_page", "https://example.com/blog/b"), false, false},
		{"broken pages at the top of a site", meta("broken_page", "https://example.com/a"), meta("broken_page", "https://example.com/b"), false, false},
		{"two long titles of a folder", meta("long_title", a), meta("long_title", b), false, false},
		{"a template and a query of its page", withIssue(MetaIssues, "long_title", "", "/shop/*"), forQuery("boots", a), false, false},
		{"a template that few links lead to and its page", withIssue(LinkTargets, "deep_page", "", "/shop/*"), withIssue(LinkTargets, "deep_page", a, ""), true, false},
	} {
		c.first.ID, c.second.ID = "first", "second"
		if got := leadsOf([]upslope.InsightSubject{c.first, c.second})["second"]; (got == "first") != c.want {
			t.Errorf("%s: one task %v, want %v", c.name, got == "first", c.want)
		}
		if got := leadsOf([]upslope.InsightSubject{c.second, c.first})["first"]; (got == "second") != c.turned {
			t.Errorf("%s, turned: one task %v, want %v", c.name, got == "second", c.turned)
		}
		c.second.SiteID = "elsewhere"
		if got := leadsOf([]upslope.InsightSubject{c.first, c.second}); len(got) != 0 {
			t.Errorf("%s: one task on two sites", c.name)
		}
	}
}

func TestWhatLeadsNeverFollowsAndWhatFollowsLeadsNone(t *testing.T) {
	const a, b = "https://example.com/a", "https://example.com/b"
	ranked := []upslope.InsightSubject{
		forQuery("boots", a),
		forQuery("boots", b),    // follows the first, so it does not lead:
		forQuery("shoes", b),    // leads
		onPage(ContentDecay, b), // follows that
		competing("shoes", a),   // likewise
		forQuery("shoes", a),    // matches both: follows the first
		withIssue(MetaIssues, "long_title", a, ""),
		withIssue(MetaIssues, "long_title", "https://example.com/c", ""),
	}
	for i := range ranked {
		ranked[i].ID = fmt.Sprint(i)
	}
	got, want := leadsOf(ranked), map[string]string{"1": "0", "3": "2", "4": "2", "5": "0", "6": "0"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("leads are %v, want %v", got, want)
	}
	for follower, lead := range got {
		if _, follows := got[lead]; follows || follower <= lead {
			t.Errorf("%s stands under %s", follower, lead)
		}
	}
}

func TestThePagesOfATemplateFollowItsLead(t *testing.T) {
	ranked := []upslope.InsightSubject{
		withIssue(MetaIssues, "long_title", "", "/shop/*"), withIssue(MetaIssues, "long_title", "", "/blog/*"),
		withIssue(MetaIssues, "long_title", "https://example.com/blog/a", ""),
	}
	for i := range ranked {
		ranked[i].ID = fmt.Sprint(i)
	}
	if got := leadsOf(ranked); got["1"] != "0" || got["2"] != "0" {
		t.Errorf("leads are %v", got)
	}
}

func TestPagesThatFailCustomersAreTasksOfTheirOwn(t *testing.T) {
	checkout, contact := withIssue(MetaIssues, "broken_page", "https://example.com/shop/checkout", ""), withIssue(MetaIssues, "broken_page", "https://example.com/shop/contact", "")
	checkout.ID, contact.ID, checkout.Score, contact.Score = "0", "1", 97, 97
	if got := leadsOf([]upslope.InsightSubject{checkout, contact}); len(got) != 0 {
		t.Errorf("leads are %v", got)
	}
}

func TestOnlyWhatWaitsLeadsOrFollows(t *testing.T) {
	owner := analyticstest.OpenRecords(t).NewOwner()
	site, other := owner.NewSite("EUR"), owner.NewSite("EUR")
	const page = "https://example.com/a"
	about := func(title string, score int) upslope.StoredInsight {
		one := insightOf(title, 0, "", 10)
		one.Score, one.Entity = score, upslope.Entity{Page: page, Query: title}
		return one
	}
	asleep, finished := about("asleep", 99), about("finished", 98)
	asleep.SnoozedUntil, finished.Status = new(analyticstest.Today.Add(time.Hour)), upslope.Done
	begun := about("begun", 60)
	begun.Status = upslope.InProgress
	equal := about("equal", 80)
	equal.Value, equal.ExpectedValue = &upslope.Value{Low: 1, Mid: 2, High: 3, Unit: scoring.UnitClicks}, 1
	site.Put(about("first", 80), equal, begun, asleep, finished)
	other.Put(about("first", 80))

	portfolio := &Portfolio{Records: owner.DB}
	all, _, err := portfolio.Insights(t.Context(), owner.AccountID, upslope.InsightFilter{Now: analyticstest.Today, Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	byTitle := func(at time.Time) map[string]upslope.Insight {
		t.Helper()
		if err := portfolio.AddLeads(t.Context(), owner.AccountID, all, at); err != nil {
			t.Fatal(err)
		}
		found := map[string]upslope.Insight{}
		for _, one := range all {
			if one.SiteID == site.ID {
				found[one.Title] = one
			} else if one.LeadID != "" || one.FollowerIDs != nil {
				t.Errorf("the other site's %s leads %v and follows %q", one.Title, one.FollowerIDs, one.LeadID)
			}
		}
		return found
	}
	// Insights with equal scores are ordered by expected value, as in the list.
	now := byTitle(analyticstest.Today)
	lead := now["equal"]
	if want := []string{now["first"].ID, now["begun"].ID}; lead.LeadID != "" || !slices.Equal(lead.FollowerIDs, want) {
		t.Errorf("under %+v stand %v, want %v", lead.Title, lead.FollowerIDs, want)
	}
	for title, want := range map[string]string{"first": lead.ID, "begun": lead.ID, "asleep": "", "finished": ""} {
		if one := now[title]; one.LeadID != want || one.FollowerIDs != nil {
			t.Errorf("%s follows %q and leads %v, want %q", title, one.LeadID, one.FollowerIDs, want)
		}
	}
	followers, err := portfolio.Followers(t.Context(), owner.AccountID, []upslope.Insight{lead, now["first"]})
	if err != nil || len(followers) != 1 || titles(followers[lead.ID]) != "first, begun" {
		t.Errorf("followers are %s, %v", titles(followers[lead.ID]), err)
	}
	// An insight whose snooze ended leads.
	if later := byTitle(analyticstest.Today.Add(2 * time.Hour)); later["equal"].LeadID != later["asleep"].ID || len(later["asleep"].FollowerIDs) != 3 {
		t.Errorf("woken up it leads %v", later["asleep"].FollowerIDs)
	}
	plan, err := portfolio.Plan(t.Context(), owner.AccountID, site.ID, 40, analyticstest.Today)
	if err != nil || !slices.ContainsFunc(plan.Items, func(item upslope.PlanItem) bool { return item.Insight.LeadID == lead.ID }) {
		t.Errorf("the plan does not say what is one task: %+v, %v", plan.Items, err)
	}
	sites, _, err := portfolio.Sites(t.Context(), owner.AccountID, upslope.Scope{}, 10, 0, analyticstest.Today)
	if err != nil || !slices.ContainsFunc(sites, func(one upslope.PortfolioSite) bool { return one.Top != nil && len(one.Top.FollowerIDs) == 2 }) {
		t.Errorf("the first of the site does not say what stands under it: %+v, %v", sites, err)
	}
}
