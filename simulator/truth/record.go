// Package truth holds what a generator knows of a site that it made: the problems planted into it, the decoys
// beside them, and how an insight is judged by both.
//
// It owns cases, verdicts and the list of detectors that generators serve. It knows neither how a site comes
// about nor how insights are found, so that what a detector claims is never checked by its own formulas.
package truth

import "strings"

// Record is everything that is known of one generated site.
type Record struct {
	Name  string // the family of random sites, or the name of a served one such as demo
	Seed  uint64
	Unit  string // that values are in: a currency, or clicks
	Cases []Case // problems, planted or by chance, and decoys
}

// Case is a problem of a site, or a decoy, with the entity that an insight about it would name.
type Case struct {
	Type     string // the detector's
	Kind     string // such as reach, gap, decay or ngram
	Query    string
	Page     string
	Issue    string
	Campaign string
	Group    string
	Term     string

	Planted bool    // on purpose; other problems came about by chance
	Must    bool    // the data suffice to find it
	Decoy   bool    // it looks like a problem and is none
	Reason  string  // why it is a problem, or why it is none
	Value   float64 // a month in the record's unit, once fixed: what the process brings without the problem, less what it brings
	Fix     float64 // how often a fix of this kind works; given, because no site's data can tell
}

// Expected is what a month of working on it brings on average.
func (c Case) Expected() float64 { return c.Value * c.Fix }

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

// Plant records a problem that was put there on purpose.
func (r *Record) Plant(c Case) {
	c.Planted = true
	r.Cases = append(r.Cases, c)
}

// Decoy records something that looks like a problem and is none.
func (r *Record) Decoy(c Case) {
	c.Decoy = true
	r.Cases = append(r.Cases, c)
}

// FoundAs says whether the same query and page were found as another case of the type: only the more valuable
// of the two opportunities of a query becomes an insight.
func (r *Record) FoundAs(c Case, found map[int]bool) bool {
	for i, other := range r.Cases {
		if found[i] && other.Type == c.Type && other.Query == c.Query && other.Page == c.Page {
			return true
		}
	}
	return false
}
