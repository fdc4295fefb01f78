package world

import (
	"fmt"
	"math"
	"strings"
)

// Campaign is a campaign of the customer.
type Campaign struct {
	ID                    int64
	Name                  string
	Status, Type, Bidding string // Google Ads' values
	BudgetMicros          int64  // per day
	Negatives             []Criterion

	brand             bool
	season            int
	keywordlessClicks float64 // daily clicks of a campaign without keywords
	cpc               float64
	rate              float64 // conversions per click
	value             float64 // per conversion
}

// AdGroup is an ad group of a campaign.
type AdGroup struct {
	ID        int64
	Name      string
	Campaign  int // index
	Status    string
	Negatives []Criterion
}

// Keyword is a keyword targeted by an ad group.
type Keyword struct {
	ID           int64
	AdGroup      int // index
	Text, Match  string
	Status       string
	QualityScore int // 0: not enough data for Google
	BidMicros    int64

	cpc, ctr, rate float64
	unreported     float64 // daily impressions of unreported search terms
	shifts         []shift // volume is a factor on the CPC
}

// Term is a search term that triggered an ad.
type Term struct {
	Text          string
	Keyword       int // index
	Match, Status string

	volume    float64 // mean daily impressions
	rate, cpc float64 // factors on the keyword's
}

// Criterion is a negative keyword.
type Criterion struct {
	ID          int64
	Text, Match string
}

// SharedList is a list of negative keywords shared by several campaigns.
type SharedList struct {
	ID       int64
	Name     string
	Keywords []Criterion
}

// AdGroups returns the ad groups of all campaigns.
func (w *World) AdGroups() []AdGroup { return w.adGroups }

// Keywords returns the keywords of all ad groups.
func (w *World) Keywords() []Keyword { return w.keywords }

// Terms returns all possible search terms.
func (w *World) Terms() []Term { return w.terms }

// SharedLists returns the customer's lists of negative keywords.
func (w *World) SharedLists() []SharedList {
	if len(w.Campaigns) == 0 {
		return nil
	}
	return []SharedList{{ID: 7100001, Name: "Never for us", Keywords: []Criterion{{7100101, "jobs", "BROAD"}, {7100102, "second hand", "PHRASE"}, {7100103, "wikipedia", "BROAD"}}}}
}

// addCampaigns adds ads for the brand and the first categories. The last two campaigns have no keywords.
func (s *shop) addCampaigns() {
	if s.campaigns == 0 {
		return
	}
	s.addCampaign(Campaign{Name: "Brand | " + s.Brand, Type: "SEARCH", Bidding: "TARGET_IMPRESSION_SHARE", brand: true, cpc: .38, rate: .085, value: 96})
	brand := strings.ToLower(s.Brand)
	s.addAdGroup("Brand only", []string{brand, brand + " outdoor", brand + " store"}, 70)
	s.addAdGroup("Brand and goods", []string{brand + " tents", brand + " boots", brand + " jackets"}, 22)
	search := max(1, s.campaigns-1)
	if s.campaigns > 3 {
		search = s.campaigns - 3
	}
	for i := range search {
		s.addSearchCampaign(s.words.assortments[(s.from+i)%len(s.words.assortments)], 1+i%max(1, s.categories))
	}
	if s.campaigns > 3 {
		s.addCampaign(Campaign{Name: "Performance Max | All products", Type: "PERFORMANCE_MAX", Bidding: "MAXIMIZE_CONVERSION_VALUE", cpc: .52, rate: .024, value: 104, keywordlessClicks: 65 * s.scale})
		s.addCampaign(Campaign{Name: "Display | Remarketing", Type: "DISPLAY", Bidding: "TARGET_CPA", cpc: .21, rate: .012, value: 88, keywordlessClicks: 40 * s.scale})
	}
}

func (s *shop) addCampaign(c Campaign) {
	c.ID = 21000001 + int64(len(s.Campaigns))*7
	c.Status = "ENABLED"
	c.BudgetMicros = int64(20+10*s.dice.below(6)) * 1_000_000
	if c.Type == "SEARCH" {
		c.Negatives = []Criterion{{8200001 + int64(len(s.Campaigns))*10, "used", "BROAD"}, {8200002 + int64(len(s.Campaigns))*10, "rental", "PHRASE"}}
	}
	s.Campaigns = append(s.Campaigns, c)
}

func (s *shop) addSearchCampaign(a assortment, season int) {
	s.addCampaign(Campaign{Name: "Search | " + title(a.many), Type: "SEARCH", Bidding: "MAXIMIZE_CONVERSIONS", season: season, cpc: s.dice.between(.55, 1.3), rate: s.dice.between(.02, .032), value: (a.low + a.high) / 2.4})
	groups := []struct {
		name     string
		keywords []string
	}{
		{"Generic", []string{a.many, "buy " + a.many, "best " + a.many, a.one + " sale", a.many + " online"}},
		{"Features", []string{a.features[0] + " " + a.one, a.features[1] + " " + a.one, a.features[2] + " " + a.one, a.features[3] + " " + a.one, a.features[4] + " " + a.one}},
		{"Uses", []string{a.one + " for " + a.uses[0], a.one + " for " + a.uses[1], a.one + " for " + a.uses[2], a.one + " for " + a.uses[3]}},
		{"Prices", []string{"cheap " + a.many, a.one + " deals", a.one + " clearance", "affordable " + a.one}},
	}
	for i, group := range groups[:min(len(groups), s.adGroupsPerSearch)] {
		s.addAdGroup(group.name, group.keywords[:min(len(group.keywords), s.keywordsPerGroup)], 5*math.Pow(float64(i+1), -.6))
	}
}

// addAdGroup adds an ad group to the newest campaign; clicks are the daily clicks of its first keyword.
func (s *shop) addAdGroup(name string, keywords []string, clicks float64) {
	index := len(s.Campaigns) - 1
	campaign := s.Campaigns[index]
	s.adGroups = append(s.adGroups, AdGroup{ID: 31000001 + int64(len(s.adGroups))*11, Name: name, Campaign: index, Status: "ENABLED"})
	for i, text := range keywords {
		k := Keyword{
			ID: 41000001 + int64(len(s.keywords))*13, AdGroup: len(s.adGroups) - 1, Text: text, Match: [...]string{"PHRASE", "BROAD", "EXACT"}[i%3], Status: "ENABLED",
			cpc: campaign.cpc * math.Exp(.2*s.dice.normal()), ctr: .045 + .03*s.dice.uniform(), rate: campaign.rate * math.Exp(.15*s.dice.normal()),
		}
		k.QualityScore = clamp(s.dice.round(3+90*k.ctr+s.dice.normal()), 2, 10)
		if campaign.brand {
			k.QualityScore, k.ctr = 10, .21
		}
		k.BidMicros = int64(k.cpc*130) * 10_000
		s.keywords = append(s.keywords, k)
		s.addTerms(len(s.keywords)-1, clicks*s.scale*math.Pow(float64(i+1), -.7)/k.ctr)
	}
}

// addTerms distributes a keyword's impressions over search terms; a quarter stays unreported.
func (s *shop) addTerms(keyword int, impressions float64) {
	k := &s.keywords[keyword]
	k.unreported = impressions * .25
	forms := []string{"%s", "%s near me", "best %s", "%s reviews", "%s on sale", "where to buy %s", "%s 2026", "top rated %s", "%s fast delivery", "good %s"}
	total := 0.0
	for i := range s.termsPerKeyword {
		total += 1 / float64(i+1)
	}
	for i := range s.termsPerKeyword {
		text := fmt.Sprintf(forms[i%len(forms)], k.Text)
		key := fmt.Sprint(k.AdGroup, " ", text)
		if s.termKeys[key] {
			continue // belongs to another keyword of the ad group
		}
		s.termKeys[key] = true
		match, status := "NEAR_PHRASE", "NONE"
		switch {
		case i == 0:
			match, status = "EXACT", "ADDED"
		case k.Match == "BROAD":
			match = "BROAD"
		case i%2 == 0:
			match = "PHRASE"
		}
		s.terms = append(s.terms, Term{
			Text: text, Keyword: keyword, Match: match, Status: status,
			volume: impressions * .75 / total / float64(i+1), rate: math.Exp(.15 * s.dice.normal()), cpc: 1,
		})
	}
}
