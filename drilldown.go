package upslope

import (
	"strings"
)

// Subject is the row of a table that a drill-down is about.
type Subject struct {
	Kind        string // one of the kinds below
	Query       string
	Page        string
	Term        string // of a search term, any case
	CampaignID  string // "" of a search term: of every campaign
	AdGroupID   string
	CriterionID string
}

// The kinds of subjects.
const (
	QuerySubject    = "query"
	PageSubject     = "page"
	CampaignSubject = "campaign"
	AdGroupSubject  = "ad_group"
	TermSubject     = "search_term"
	KeywordSubject  = "keyword"
)

// Drilldown is all that the sources tell about a subject.
type Drilldown struct {
	TableScope   `json:"-"`
	Name         string         `json:"name"`      // as people know it; "" while nothing was read
	Metrics      []Metric       `json:"metrics"`   // those with figures; the first one leads
	Days         []MetricDay    `json:"days"`      // of the window, without gaps; missing days lack values
	Before       []MetricDay    `json:"before"`    // of the compared window; empty without
	Now          map[string]any `json:"now"`       // the metrics of the whole window; nil is unknown
	Past         map[string]any `json:"past"`      // of the compared window
	Target       *float64       `json:"targetCpa"` // nil: unknown, or not about ads
	Counterparts []Counterparts `json:"counterparts"`
	Insights     []OpenInsight  `json:"insights"` // open opportunities about it, the best first
}

// Counterparts are the pages of a query, the queries of a page, or the parts of a campaign.
type Counterparts struct {
	Kind     string           `json:"kind"`     // pages, queries, ad_groups, search_terms or keywords
	Total    int64            `json:"total"`    // there are; the rows are the largest
	Coverage *float64         `json:"coverage"` // percent of the clicks or spend explained; nil if unknown
	Rows     []map[string]any `json:"rows"`     // column → value
}

// OpenInsight is what lists and tables say of an open or in-progress insight.
type OpenInsight struct {
	ID         string `json:"id"`
	SiteID     string `json:"siteId"`
	Type       string `json:"type"`
	Title      string `json:"title"`
	Step       string `json:"step"` // the first one
	EntityType string `json:"-"`
	Keep       string `json:"-"` // the page that a cannibalization opportunity keeps
	Entity     Entity `json:"-"`
	Score      int    `json:"score"`
	Status     Status `json:"status"`
	Value      *Value `json:"value"` // nil: unknown
}

// IsAbout reports whether an insight is about a subject or a part of what it counts.
func (i OpenInsight) IsAbout(subject Subject) bool {
	entity := i.Entity
	inCampaign := entity.CampaignID == "" || subject.CampaignID == "" || entity.CampaignID == subject.CampaignID
	switch subject.Kind {
	case QuerySubject:
		return entity.Query == subject.Query
	case PageSubject:
		return entity.Page == subject.Page
	case CampaignSubject:
		return entity.CampaignID != "" && inCampaign
	case AdGroupSubject:
		return entity.AdGroupID != "" && inCampaign && entity.AdGroupID == subject.AdGroupID
	case TermSubject:
		return entity.Term != "" && inCampaign && covers(i.EntityType, entity.Term, subject.Term)
	case KeywordSubject:
		return i.EntityType == TermSubject && inCampaign && strings.EqualFold(entity.Term, subject.Term)
	}
	return false
}

// covers reports whether words are a term, or of an n-gram, in it.
func covers(kind, words, term string) bool {
	if kind == "ngram" {
		return strings.Contains(" "+strings.ToLower(term)+" ", " "+words+" ")
	}
	return strings.EqualFold(words, term)
}
