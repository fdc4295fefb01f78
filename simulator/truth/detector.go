package truth

import (
	"slices"
	"strings"

	"upslope"
)

// The types of insight with plants and decoys.
const (
	Keyword     = "keyword_opportunity"
	Cannibal    = "cannibalization"
	Decay       = "content_decay"
	Waste       = "wasted_ad_spend"
	RisingCPC   = "rising_cpc"
	Landing     = "underperforming_landing"
	Slow        = "slow_page"
	Links       = "link_targets"
	Meta        = "meta_issues"
	DataWarning = "data_warning"
)

// Detector describes one type of insight for the generators and the judge. The tests of package trial fail
// without an entry here; those of package families without its plants, decoys or judge.
type Detector struct {
	Type   string
	Decoys []string // its kinds of decoy on random sites
	// Covers reports whether an insight of the type is about a case.
	Covers func(upslope.StoredInsight, Case) bool
	// Unmeasured detectors report on the data itself and are excluded from precision and recall.
	Unmeasured bool
}

// Detectors returns every detector in the order of docs/method.md.
func Detectors() []Detector {
	return []Detector{
		{Type: Keyword, Decoys: []string{"brand", "paginated"}, Covers: coversKeyword},
		{Type: Cannibal, Decoys: []string{"double listing", "small share", "redirect", "locale", "parameter", "sitelinks"}, Covers: coversQuery},
		{Type: Decay, Decoys: []string{"demand", "season", "launch", "gone"}, Covers: coversPage},
		{Type: Waste, Decoys: []string{"lag", "excluded", "paused"}, Covers: coversSpend},
		{Type: RisingCPC, Decoys: []string{"market", "dip", "mix"}, Covers: coversCampaign},
		{Type: Landing, Decoys: []string{"channel", "fixture"}, Covers: coversLanding},
		{Type: Slow, Decoys: []string{"unvisited"}, Covers: coversPage},
		{Type: Links, Decoys: []string{"paginated"}, Covers: coversIssue},
		{Type: Meta, Decoys: []string{"meant"}, Covers: coversIssue},
		{Type: DataWarning, Covers: coversIssue, Unmeasured: true},
	}
}

// Measured returns the types with precision and recall.
func Measured() []string {
	var types []string
	for _, d := range Detectors() {
		if !d.Unmeasured {
			types = append(types, d.Type)
		}
	}
	return types
}

// covers reports whether an insight is about a case.
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
	_, hasPosition := insight.Evidence["position"] // a finding within another insight has none
	if c.Query == insight.Entity.Query && (c.Kind == kind || c.Decoy || !hasPosition) {
		return true
	}
	sameTask, _ := insight.Evidence["sameTask"].(string) // the page's other queries served by the same work
	return !c.Decoy && slices.Contains(strings.Split(sameTask, ", "), c.Query)
}

func coversQuery(insight upslope.StoredInsight, c Case) bool { return c.Query == insight.Entity.Query }

func coversLanding(insight upslope.StoredInsight, c Case) bool {
	return insight.Entity.Page == c.Page && (c.Kind == "unmeasured") == (insight.EntityType == "site")
}

func coversCampaign(insight upslope.StoredInsight, c Case) bool {
	return insight.Entity.CampaignID == c.Campaign
}

// coversSpend handles only accounts without conversion tracking: others are judged by their search terms.
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

// inTemplate reports whether a page belongs to a template such as /blog/*.
func inTemplate(page, template string) bool {
	_, rest, _ := strings.Cut(page, "://")
	_, path, _ := strings.Cut(rest, "/")
	return strings.HasPrefix("/"+path, strings.TrimSuffix(template, "*"))
}
