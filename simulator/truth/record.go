// Package truth is the ground truth of a generated site: its planted problems, its decoys, and the judgment
// of insights against both.
//
// It owns cases, verdicts and the list of detectors. It knows neither how sites are generated nor how
// insights are found, so that a detector is never checked with its own formulas.
package truth

import (
	"strings"

	"upslope"
)

// Record is the ground truth of one generated site.
type Record struct {
	Name  string // family of random sites, or name of a served one such as demo
	Seed  uint64
	Unit  string // of values: a currency, or clicks
	Cases []Case // problems, planted or random, and decoys
}

// Case is a problem of a site, or a decoy, with the entity an insight about it would name.
type Case struct {
	Type     string // the detector's
	Kind     string // for example reach, gap, decay or ngram
	Query    string
	Page     string
	Issue    string
	Campaign string
	Group    string
	Term     string

	Planted bool    // deliberate; other problems are random
	Must    bool    // the data suffice to find it
	Decoy   bool    // looks like a problem, but is not one
	Reason  string  // why it is a problem, or why not
	Value   float64 // a month's, in the record's unit: the process without the problem minus with it
	Fix     float64 // probability that a fix of this kind works; given, because no site's data can show it

	AfterPlaces []float64 // Value where the work brings 1, 2, … places only; none: no matter
}

// Expected is the mean monthly value of working on it.
func (c Case) Expected() float64 { return c.Value * c.Fix }

// valueSaid is the value of the better position that an insight speaks of, which may not be the best within
// reach.
func (c Case) valueSaid(insight upslope.StoredInsight) float64 {
	places, isSaid := insight.Evidence["places"].(float64)
	if !isSaid || places < 1 || int(places) > len(c.AfterPlaces) {
		return c.Value
	}
	return c.AfterPlaces[int(places)-1]
}

// String names a case and its entity.
func (c Case) String() string {
	parts := []string{c.Type, c.Kind}
	for _, part := range []string{c.Query, c.Page, c.Issue, c.Campaign, c.Group, c.Term} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}

// Plant records a deliberate problem.
func (r *Record) Plant(c Case) {
	c.Planted = true
	r.Cases = append(r.Cases, c)
}

// Decoy records a decoy.
func (r *Record) Decoy(c Case) {
	c.Decoy = true
	r.Cases = append(r.Cases, c)
}

// FoundAs reports whether the same query and page were found as another case of the type: only a query's more
// valuable opportunity becomes an insight.
func (r *Record) FoundAs(c Case, found map[int]bool) bool {
	for i, other := range r.Cases {
		if found[i] && other.Type == c.Type && other.Query == c.Query && other.Page == c.Page {
			return true
		}
	}
	return false
}
