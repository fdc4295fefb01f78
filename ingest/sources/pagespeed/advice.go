package pagespeed

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"google.golang.org/api/pagespeedonline/v5"
)

const (
	passing   = 0.9 // Lighthouse shows an audit of this score and more as passed
	maxAdvice = 10
)

// advise lists the titles of the audits that failed and say what there is to save, the most first, and the milliseconds of each.
func advise(visit *pagespeedonline.LighthouseResultV5) ([]string, []uint32) {
	type tip struct {
		title string
		save  uint32
		score float64
	}
	hidden := hiddenAudits(visit)
	var tips []tip
	for id, audit := range visit.Audits {
		score, scored := audit.Score.(float64)
		save, says := saving(&audit)
		if !scored || score >= passing || !says || audit.Title == "" || hidden[id] {
			continue
		}
		tips = append(tips, tip{strings.TrimSpace(audit.Title), save, score})
	}
	slices.SortFunc(tips, func(a, b tip) int {
		return cmp.Or(cmp.Compare(b.save, a.save), cmp.Compare(a.score, b.score), strings.Compare(a.title, b.title))
	})
	titles, savings := []string{}, []uint32{}
	for _, tip := range tips {
		if len(titles) < maxAdvice && !slices.Contains(titles, tip.title) {
			titles, savings = append(titles, tip.title), append(savings, tip.save)
		}
	}
	return titles, savings
}

// saving is how many milliseconds an audit promises. ok is false for one that promises nothing of the kind, such as a metric.
func saving(audit *pagespeedonline.LighthouseAuditResultV5) (milliseconds uint32, ok bool) {
	var details struct {
		OverallSavingsMs    *float64 `json:"overallSavingsMs"`
		OverallSavingsBytes *float64 `json:"overallSavingsBytes"`
	}
	if json.Unmarshal(audit.Details, &details) != nil { // a form that has no savings
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

// hiddenAudits are those that Lighthouse does not show, because another says the same.
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
