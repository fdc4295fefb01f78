package pagespeed

import (
	"cmp"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strings"

	"google.golang.org/api/pagespeedonline/v5"
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
func advise(visit *pagespeedonline.LighthouseResultV5) advice {
	type tip struct {
		title     string
		save      uint32
		score     float64
		resources string
	}
	hidden := hiddenAudits(visit)
	var tips []tip
	for id, audit := range visit.Audits {
		score, scored := audit.Score.(float64)
		save, says := saving(&audit)
		if !scored || score >= passing || !says || audit.Title == "" || hidden[id] {
			continue
		}
		tips = append(tips, tip{strings.TrimSpace(audit.Title), save, score, resourcesOf(&audit)})
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
func resourcesOf(audit *pagespeedonline.LighthouseAuditResultV5) string {
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
func saving(audit *pagespeedonline.LighthouseAuditResultV5) (milliseconds uint32, ok bool) {
	var details struct {
		OverallSavingsMs    *float64 `json:"overallSavingsMs"`
		OverallSavingsBytes *float64 `json:"overallSavingsBytes"`
	}
	if json.Unmarshal(audit.Details, &details) != nil { // details without savings
		details.OverallSavingsMs, details.OverallSavingsBytes = nil, nil
	}
	most := 0.0
	if details.OverallSavingsMs != nil {
		most = *details.OverallSavingsMs
	}
	if metrics := audit.MetricSavings; metrics != nil { // the same work counts for several metrics
		most = max(most, metrics.LCP, metrics.FCP, metrics.TBT, metrics.INP)
	}
	ok = details.OverallSavingsMs != nil || details.OverallSavingsBytes != nil || audit.MetricSavings != nil
	return uint32(math.Round(min(max(most, 0), math.MaxUint32))), ok
}

// hiddenAudits returns the audits Lighthouse hides because another one covers them.
func hiddenAudits(visit *pagespeedonline.LighthouseResultV5) map[string]bool {
	hidden := map[string]bool{}
	if visit.Categories != nil && visit.Categories.Performance != nil {
		for _, reference := range visit.Categories.Performance.AuditRefs {
			if reference != nil && reference.Group == "hidden" {
				hidden[reference.Id] = true
			}
		}
	}
	return hidden
}
