package portfolio

import (
	"context"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/scoring"
)

// Kinds of insights that can be one task with another: types, of which only the wording of single pages
// counts of the issues of a crawl.
const (
	KeywordOpportunity = "keyword_opportunity"
	Cannibalization    = "cannibalization"
	ContentDecay       = "content_decay"
	LinkTargets        = "link_targets"
	MetaIssues         = "meta_issues"
)

// wordingIssues are those that whoever writes the page settles in the same visit.
var wordingIssues = []string{
	"missing_title", "duplicate_title", "long_title", "short_title",
	"missing_description", "duplicate_description", "long_description", "short_description",
	"missing_h1", "several_h1",
}

// common answers what two insights must have in common to be one task.
type common func(upslope.InsightSubject) string

func samePage(one upslope.InsightSubject) string   { return one.Entity.Page }
func sameQuery(one upslope.InsightSubject) string  { return one.Entity.Query }
func sameToKeep(one upslope.InsightSubject) string { return one.Keeps }

// failures are issues of addresses: of one folder, one rule or one deleted section is usually the cause.
var failures = []string{"server_error", "broken_page", "redirect_loop", "redirect_chain", "linked_redirect"}

// sameFailure is the failure and the folder of a page that fails; "" of others, and of pages at the top of a
// site, which have little in common. Pages that fail customers stay tasks of their own.
func sameFailure(one upslope.InsightSubject) string {
	if one.Type != MetaIssues || one.Entity.Template != "" || !one.HasValue && one.Score >= scoring.UrgentScore || !slices.Contains(failures, one.Entity.Issue) {
		return ""
	}
	host, folder, _ := strings.Cut(facts.HostAndPath(one.Entity.Page), "/")
	if folder = path.Dir(strings.TrimSuffix(folder, "/")); folder == "." {
		return ""
	}
	return one.Entity.Issue + " " + host + "/" + folder
}

// oneTask says what insights of two kinds must share to be one task. Others stay apart even on one page:
// title, server, speed, links and ads are different people's work, and competing pages are settled by query.
var oneTask = map[[2]string][]common{
	{KeywordOpportunity, KeywordOpportunity}: {samePage, sameQuery}, // a page to work on, or to choose
	{KeywordOpportunity, Cannibalization}:    {sameQuery},           // which page answers it comes first
	{KeywordOpportunity, ContentDecay}:       {samePage},            // both want it better for its queries
	{KeywordOpportunity, LinkTargets}:        {samePage},            // both lift it within reach of the top
	{KeywordOpportunity, MetaIssues}:         {samePage},            // the title that the query is to go into
	{Cannibalization, Cannibalization}:       {sameToKeep},          // the same page takes over
	{ContentDecay, LinkTargets}:              {samePage},            // both bring back its lost places
	{ContentDecay, MetaIssues}:               {samePage},            // a renewed page gets a new snippet
	{LinkTargets, LinkTargets}:               {samePage},            // the same links settle both
	{MetaIssues, MetaIssues}:                 {samePage},            // one visit to the page's head
}

// leadsOf says which insight leads which others, by the ids of those that follow. The insights wait and come
// site by site in the order of the site's list: by score, then by what is expected, then by id.
func leadsOf(waiting []upslope.InsightSubject) map[string]string {
	lead := map[string]string{}
	known, siteID := leaders{}, ""
	for i, one := range waiting {
		if one.SiteID != siteID {
			known, siteID = leaders{}, one.SiteID
		}
		// Whoever leads follows nobody and ranks above its followers: a template never follows a page.
		if first := known.firstFor(one); first != nil {
			lead[one.ID] = first.ID
			if one.Entity.Template != "" { // its pages follow the same lead
				known.addTemplate(one, *first)
			}
			continue
		}
		known.add(one, i)
	}
	return lead
}

// leaders are the insights of a site that follow none, by what others may have in common with them, and
// templates.
type leaders struct {
	by        map[string][]leader
	templates []leader
}

type leader struct {
	upslope.InsightSubject
	place int
	pages *regexp.Regexp // of a template
}

func (l *leaders) add(one upslope.InsightSubject, place int) {
	if l.by == nil {
		l.by = map[string][]leader{}
	}
	if one.Entity.Template != "" {
		l.addTemplate(one, leader{InsightSubject: one, place: place})
		return
	}
	for _, text := range []string{samePage(one), sameQuery(one), sameToKeep(one), sameFailure(one)} {
		if text != "" {
			l.by[text] = append(l.by[text], leader{one, place, nil})
		}
	}
}

// addTemplate adds a template under the insight that leads it, which may be itself.
func (l *leaders) addTemplate(one upslope.InsightSubject, first leader) {
	one.ID = first.ID
	l.templates = append(l.templates, leader{one, first.place, regexp.MustCompile(facts.TemplatePattern(one.Entity.Template))})
}

// firstFor is the first in the list that one is one task with; nil: none. A template is it for templates and
// pages of its own with the same issue, and for any page with the same fault of its texts.
func (l *leaders) firstFor(one upslope.InsightSubject) *leader {
	var first *leader
	consider := func(candidate *leader, isOne bool) {
		if isOne && (first == nil || candidate.place < first.place) {
			first = candidate
		}
	}
	for _, text := range []string{samePage(one), sameQuery(one), sameToKeep(one), sameFailure(one)} {
		for i := range l.by[text] {
			consider(&l.by[text][i], isOneTask(l.by[text][i].InsightSubject, one))
		}
	}
	if one.Entity.Issue == "" {
		return first
	}
	for i := range l.templates {
		template := &l.templates[i]
		isAlike := template.Type == one.Type && template.Entity.Issue == one.Entity.Issue
		if one.Entity.Template != "" {
			consider(template, isAlike && one.Type == MetaIssues)
		} else {
			consider(template, isAlike && (slices.Contains(wordingIssues, one.Entity.Issue) || template.pages.MatchString(facts.HostAndPath(one.Entity.Page))))
		}
	}
	return first
}

// isOneTask reports whether two insights of a site fail alike in one folder, or share what oneTask says.
func isOneTask(a, b upslope.InsightSubject) bool {
	if failure := sameFailure(a); failure != "" && failure == sameFailure(b) {
		return true
	}
	both, known := oneTask[[2]string{kindOf(a), kindOf(b)}]
	if !known {
		both = oneTask[[2]string{kindOf(b), kindOf(a)}]
	}
	return slices.ContainsFunc(both, func(of common) bool { return of(a) != "" && of(a) == of(b) })
}

// kindOf is the kind of an insight about a page or a query; "" of one that no other is one task with.
func kindOf(one upslope.InsightSubject) string {
	if one.Entity.Template != "" || one.Type == MetaIssues && !slices.Contains(wordingIssues, one.Entity.Issue) {
		return ""
	}
	return one.Type
}

// AddLeads adds to each of the insights of an account the one that it stands under, and those that stand
// under it. Both are of its site's own ranking, wherever it is shown. What does not wait has neither.
func (p *Portfolio) AddLeads(ctx context.Context, accountID string, insights []upslope.Insight, now time.Time) error {
	types := []string{KeywordOpportunity, Cannibalization, ContentDecay, LinkTargets, MetaIssues}
	sites := map[string]bool{}
	for _, insight := range insights {
		if slices.Contains(types, insight.Type) && (insight.Status == upslope.Open || insight.Status == upslope.InProgress) {
			sites[insight.SiteID] = true
		}
	}
	if len(sites) == 0 {
		return nil
	}
	waiting, err := p.Records.InsightSubjects(ctx, accountID, slices.Sorted(maps.Keys(sites)), types, now)
	if err != nil {
		return fmt.Errorf("read what the insights are about: %w", err)
	}
	lead, followers := leadsOf(waiting), map[string][]string{}
	for _, one := range waiting {
		if id, follows := lead[one.ID]; follows {
			followers[id] = append(followers[id], one.ID)
		}
	}
	for i, insight := range insights {
		insights[i].LeadID, insights[i].FollowerIDs = lead[insight.ID], followers[insight.ID]
	}
	return nil
}

// Followers answers the insights that stand under those, best first, by the id of the one that leads.
func (p *Portfolio) Followers(ctx context.Context, accountID string, leads []upslope.Insight) (map[string][]upslope.Insight, error) {
	var ids []string
	for _, lead := range leads {
		ids = append(ids, lead.FollowerIDs...)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	known, err := p.Records.InsightsByID(ctx, accountID, ids)
	if err != nil {
		return nil, fmt.Errorf("read what stands under insights: %w", err)
	}
	followers := map[string][]upslope.Insight{}
	for _, lead := range leads {
		for _, id := range lead.FollowerIDs {
			if follower, ok := known[id]; ok {
				follower.LeadID = lead.ID
				followers[lead.ID] = append(followers[lead.ID], follower)
			}
		}
	}
	return followers, nil
}
