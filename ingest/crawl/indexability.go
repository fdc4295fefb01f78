package crawl

import (
	"slices"
	"strings"

	"upslope"
)

// deriveIndexability fills a missing indexability from status, robots and canonical; an unknown status
// leaves it unknown, and so does an answer of 200 in a table that lists neither robots nor canonicals.
func deriveIndexability(p *upslope.Page, complete bool) {
	if !p.Indexable.Known && p.IndexabilityStatus != "" {
		p.Indexable = upslope.Known(false)
	}
	switch {
	case p.Indexable.Known && p.Indexable.Value:
	case p.Indexable.Known:
		if !knownReason(p) { // missing, or in words unknown to values.tsv
			reasons := reasonsOf(p)
			if p.IndexabilityStatus != "" {
				reasons = append(reasons, p.IndexabilityStatus)
			}
			p.IndexabilityStatus = strings.Join(reasons, ", ")
		}
	case p.StatusCode.Known:
		reasons := reasonsOf(p)
		if len(reasons) == 0 && !complete {
			return
		}
		p.Indexable = upslope.Known(len(reasons) == 0)
		p.IndexabilityStatus = strings.Join(reasons, ", ")
	}
}

func knownReason(p *upslope.Page) bool {
	return slices.ContainsFunc([]string{upslope.Noindex, upslope.Canonicalised, upslope.Redirected, upslope.ClientError, upslope.ServerError,
		upslope.BlockedByRobots, upslope.NoResponse}, p.NotIndexable)
}

func reasonsOf(p *upslope.Page) []string {
	var reasons []string
	switch code := p.StatusCode; {
	case !code.Known:
	case code.Value >= 500:
		reasons = append(reasons, upslope.ServerError)
	case code.Value >= 400:
		reasons = append(reasons, upslope.ClientError)
	case code.Value >= 300 && code.Value != 304:
		reasons = append(reasons, upslope.Redirected)
	case code.Value < 100 && strings.Contains(strings.ToLower(p.Status), "robots"):
		reasons = append(reasons, upslope.BlockedByRobots)
	case code.Value < 100:
		reasons = append(reasons, upslope.NoResponse)
	}
	if forbids(p.MetaRobots.Value) || forbids(p.XRobotsTag.Value) {
		reasons = append(reasons, upslope.Noindex)
	}
	if p.RedirectURL != "" && len(reasons) == 0 { // by a meta refresh or a script
		if key, err := upslope.NormalizeURL(p.RedirectURL); err == nil && key != p.Key {
			reasons = append(reasons, upslope.Redirected)
		}
	}
	if p.Canonical.Value != "" && len(reasons) == 0 {
		// Relative canonicals are not resolved: only a full address certainly points elsewhere.
		if key, err := upslope.NormalizeURL(p.Canonical.Value); err == nil && key != p.Key {
			reasons = append(reasons, upslope.Canonicalised)
		}
	}
	return reasons
}

// forbids reports whether a robots directive blocks indexing.
func forbids(robots string) bool {
	if robots == "" {
		return false
	}
	for directive := range strings.FieldsFuncSeq(strings.ToLower(robots), func(r rune) bool { return r == ',' || r == ' ' || r == ':' || r == ';' }) {
		if directive == "noindex" || directive == "none" {
			return true
		}
	}
	return false
}

// reasons parses lists such as "Canonicalised,noindex".
func (r *rowReader) reasons(cell []byte) string {
	word := r.word(cell)
	if word == "" {
		return ""
	}
	const set = "reasons"
	seen := r.meaning[set]
	if seen == nil {
		seen = map[string]string{}
		r.meaning[set] = seen
	}
	if known, ok := seen[word]; ok {
		return known
	}
	var reasons []string
	for part := range strings.FieldsFuncSeq(word, func(c rune) bool { return c == ',' || c == ';' || c == '|' }) {
		if ours := r.translate("reason", []byte(strings.TrimSpace(part))); ours != "" {
			reasons = append(reasons, ours)
		}
	}
	joined := strings.Join(reasons, ", ")
	if len(seen) < maxWords {
		seen[word] = joined
	}
	return joined
}
