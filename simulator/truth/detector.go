package truth

import (
	"slices"
	"strings"

	"upslope"
)

// The types of insight that generators have plants and decoys for.
const (
	Keyword     = "keyword_opportunity"
	Cannibal    = "cannibalization"
	Decay       = "content_decay"
	Waste       = "wasted_ad_spend"
	Landing     = "underperforming_landing"
	Slow        = "slow_page"
	Links       = "link_targets"
	Meta        = "meta_issues"
	DataWarning = "data_warning"
)

// Detector is what generators and the judge know of one type of insight. A detector that is missing here
// fails the tests of package trial; one without plants, decoys or a judge fails those of package families.
type Detector struct {
	Type   string
	Decoys []string // the kinds of decoy that random sites have for it
	// Covers says whether an insight of the type is about a case of it.
	Covers func(upslope.StoredInsight, Case) bool
	// Unmeasured detectors report on the data and have no place in the tables of precision and recall.
	Unmeasured bool
}

// Detectors lists every detector in the order of the method.
func Detectors() []Detector {
	return []Detector{
		{Type: Keyword, Decoys: []string{"brand", "paginated"}, Covers: coversKeyword},
		{Type: Cannibal, Decoys: []string{"double listing", "small share", "redirect", "locale", "parameter", "sitelinks"}, Covers: coversQuery},
		{Type: Decay, Decoys: []string{"demand", "season", "launch", "gone"}, Covers: coversPage},
		{Type: Waste, Decoys: []string{"lag", "excluded", "paused"}, Covers: coversSpend},
		{Type: Landing, Decoys: []string{"channel", "fixture"}, Covers: coversLanding},
		{Type: Slow, Decoys: []string{"unvisited"}, Covers: coversPage},
		{Type: Links, Decoys: []string{"paginated"}, Covers: coversIssue},
		{Type: Meta, Decoys: []string{"meant"}, Covers: coversIssue},
		{Type: DataWarning, Covers: coversIssue, Unmeasured: true},
	}
}

// Measured are the types that precision and recall are counted of.
func Measured() []string {
	var types []string
	for _, d := range Detectors() {
		if !d.Unmeasured {
			types = append(types, d.Type)
		}
	}
	return types
}

// covers says whether an insight is about a case.
func covers(insight upslope.StoredInsight, c Case) bool {
	if c.Type != insight.Type {
		return false
	}
	all := Detectors()
	i := slices.IndexFunc(all, func(d Detector) bool { return d.Type == c.Type })
	return i >= 0 && all[i].Covers(insight, c)
}

func coversKeyword(insight upslope.StoredInsight, c Case) bool {
	if c.Page != insight.Entity.Page {
		return false
	}
	kind := "gap"
	if _, hasTarget := insight.Evidence["targetPosition"]; hasTarget {
		kind = "reach"
	}
	if c.Query == insight.Entity.Query && (c.Kind == kind || c.Decoy) {
		return true
	}
	sameTask, _ := insight.Evidence["sameTask"].(string) // other queries of the page that the same work serves
	return !c.Decoy && slices.Contains(strings.Split(sameTask, ", "), c.Query)
}

func coversQuery(insight upslope.StoredInsight, c Case) bool { return c.Query == insight.Entity.Query }

func coversLanding(insight upslope.StoredInsight, c Case) bool {
	return insight.Entity.Page == c.Page && (c.Kind == "unmeasured") == (insight.EntityType == "site")
}

// coversSpend knows only accounts that measure no conversion: the others are judged by their search terms.
func coversSpend(_ upslope.StoredInsight, c Case) bool { return c.Kind == "unmeasured" }

func coversIssue(insight upslope.StoredInsight, c Case) bool {
	return (c.Issue == insight.Entity.Issue || c.Decoy) && coversPage(insight, c)
}

func coversPage(insight upslope.StoredInsight, c Case) bool {
	if page := insight.Entity.Page; page != "" {
		return page == c.Page
	}
	return insight.Entity.Template != "" && inTemplate(c.Page, insight.Entity.Template)
}

// inTemplate says whether a page lies in a template such as /blog/*.
func inTemplate(page, template string) bool {
	_, rest, _ := strings.Cut(page, "://")
	_, path, _ := strings.Cut(rest, "/")
	return strings.HasPrefix("/"+path, strings.TrimSuffix(template, "*"))
}
