package pagespeed

import (
	"cmp"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strings"

	"upslope/ingest/providers/wire"
)

const (
	passing        = 0.9 // minimum score of an audit that Lighthouse shows as passed
	maxAdvice      = 10
	maxResources   = 3
	longestAddress = 500 // bytes
)

// advice lists the failed audits, largest savings first.
type advice struct {
	titles    []string
	savings   []uint32 // milliseconds per audit; 0 unknown
	resources []string // per audit, the URLs of its files, separated by spaces
}

// advise reads the failed audits with savings.
func advise(visit lighthouse) advice {
	type tip struct {
		title     string
		save      uint32
		score     float64
		resources string
	}
	hidden := hiddenAudits(visit)
	var tips []tip
	for id, found := range visit.Audits {
		audit := found.Value
		save, says := saving(&audit)
		if !audit.Score.Known || audit.Score.Value >= passing || !says || audit.Title == "" || hidden[id] {
			continue
		}
		tips = append(tips, tip{strings.TrimSpace(string(audit.Title)), save, audit.Score.Value, resourcesOf(&audit)})
	}
	slices.SortFunc(tips, func(a, b tip) int {
		return cmp.Or(cmp.Compare(b.save, a.save), cmp.Compare(a.score, b.score), strings.Compare(a.title, b.title))
	})
	providerError := noAdvice()
	for _, tip := range tips {
		if len(providerError.titles) < maxAdvice && !slices.Contains(providerError.titles, tip.title) {
			providerError.titles, providerError.savings, providerError.resources = append(providerError.titles, tip.title), append(providerError.savings, tip.save), append(providerError.resources, tip.resources)
		}
	}
	return providerError
}

func noAdvice() advice { return advice{titles: []string{}, savings: []uint32{}, resources: []string{}} }

// resourcesOf returns the files an audit names; Lighthouse lists the most expensive first.
func resourcesOf(audit *audit) string {
	var details struct {
		Items []json.RawMessage `json:"items"`
	}
	if json.Unmarshal(audit.Details, &details) != nil {
		return "" // details without a list
	}
	var addresses []string
	for _, one := range details.Items {
		var item struct {
			URL string `json:"url"`
		}
		if json.Unmarshal(one, &item) != nil || len(item.URL) > longestAddress {
			continue
		}
		address, err := url.Parse(item.URL)
		if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
			continue // inline data, or a cost not caused by a file
		}
		address.User, address.Fragment, address.RawFragment = nil, "", ""
		if text := address.String(); len(addresses) < maxResources && !strings.Contains(text, " ") && !slices.Contains(addresses, text) {
			addresses = append(addresses, text)
		}
	}
	return strings.Join(addresses, " ")
}

// saving returns the milliseconds an audit could save; ok is false for audits without savings, such as
// metrics.
func saving(audit *audit) (milliseconds uint32, ok bool) {
	var details struct {
		OverallSavingsMs    wire.Number `json:"overallSavingsMs"`
		OverallSavingsBytes wire.Number `json:"overallSavingsBytes"`
	}
	_ = json.Unmarshal(audit.Details, &details) // details of another kind have no savings
	most := details.OverallSavingsMs.Value
	metrics := audit.MetricSavings
	// The same work counts for several metrics.
	most = max(most, metrics.Value.LCP.Value, metrics.Value.FCP.Value, metrics.Value.TBT.Value, metrics.Value.INP.Value)
	ok = details.OverallSavingsMs.Known || details.OverallSavingsBytes.Known || metrics.Known
	return uint32(math.Round(min(max(most, 0), math.MaxUint32))), ok
}

// hiddenAudits returns the audits Lighthouse hides because another one covers them.
func hiddenAudits(visit lighthouse) map[string]bool {
	hidden := map[string]bool{}
	for _, reference := range visit.Categories.Value.Performance.Value.AuditRefs.Value {
		if reference.Value.Group == "hidden" {
			hidden[string(reference.Value.ID)] = true
		}
	}
	return hidden
}
