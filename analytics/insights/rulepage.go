package insights

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/facts"
)

// rule is the method of a type of insight in detector.toml, for people who read or tune it:
//
//	[rule]
//	finds = """…"""            # what it looks for, in a few sentences
//	formula = """…"""          # how it is sized; lines
//	leaves_out = ["…"]         # lookalikes it excludes
//	sources = [{ title = "…", url = "https://…" }]  # publications behind the method
//	constants = [
//	  # of [parameters]; with least and most, a site may set another number
//	  { name = "min_terms", title = "Terms that words need", unit = "search terms", least = 2, most = 50 },
//	]
//
// Of two folders with one type, the one named like the type has all of this, the other only constants.
type rule struct {
	Finds     string
	Formula   string
	LeavesOut []string `toml:"leaves_out"`
	Sources   []upslope.RuleSource
	Constants []ruleConstant
}

type ruleConstant struct {
	Name  string
	Title string
	Unit  string
	Least *float64
	Most  *float64
}

// check rejects a rule that cannot be shown or tuned.
func (r rule) check(d *detector) error {
	if d.Title != "" && (r.Finds == "" || r.Formula == "" || len(r.LeavesOut) == 0) {
		return errors.New("needs finds, formula and leaves_out")
	}
	for _, source := range r.Sources {
		if source.Title == "" || !strings.HasPrefix(source.URL, "https://") {
			return fmt.Errorf("has the source %q without a title or an https address", cmp.Or(source.Title, source.URL))
		}
	}
	for i, constant := range r.Constants {
		value, isNumber := facts.Float(d.Parameters[constant.Name])
		switch {
		case !isNumber:
			return fmt.Errorf("has the constant %q, which is no number of [parameters]", constant.Name)
		case constant.Title == "":
			return fmt.Errorf("has the constant %s without a title", constant.Name)
		case (constant.Least == nil) != (constant.Most == nil):
			return fmt.Errorf("has the constant %s with only one of least and most", constant.Name)
		case constant.Least != nil && !(*constant.Least <= value && value <= *constant.Most):
			return fmt.Errorf("has the constant %s, which is not between its least and most", constant.Name)
		case slices.ContainsFunc(r.Constants[:i], func(other ruleConstant) bool { return other.Name == constant.Name }):
			return fmt.Errorf("has the constant %s twice", constant.Name)
		}
	}
	return nil
}

// InsightRules returns the rule of each type of insight, by name.
func (e *Engine) InsightRules() []upslope.InsightRule {
	rules := []upslope.InsightRule{}
	for _, d := range e.detectors {
		if d.Title == "" {
			continue // extends a type worded elsewhere
		}
		page := upslope.InsightRule{
			InsightType: d.insightType(), Finds: strings.TrimSpace(d.Rule.Finds), Formula: strings.TrimSpace(d.Rule.Formula),
			LeavesOut: d.Rule.LeavesOut, Needs: []string{}, Constants: []upslope.RuleConstant{}, Sources: facts.NotNil(d.Rule.Sources),
		}
		for _, folder := range e.detectors {
			if folder.Type == d.Type {
				folder.addTo(&page)
			}
		}
		// A source required by one folder but optional for another is optional for the type.
		page.Needs = slices.DeleteFunc(slices.Clone(page.Needs), func(need string) bool { return slices.Contains(page.Needs, need+whereConnected) })
		rules = append(rules, page)
	}
	return rules
}

const whereConnected = ", where it is connected"

// addTo adds a folder's sources and constants to the page of its type.
func (d *detector) addTo(page *upslope.InsightRule) {
	for _, source := range slices.Concat(d.Needs, d.Uses) {
		name := cmp.Or(facts.ProviderNames()[facts.ProviderOf(source)], "Crawl")
		if !slices.ContainsFunc(d.Needs, func(need string) bool { return facts.ProviderOf(need) == facts.ProviderOf(source) }) {
			name += whereConnected
		}
		if !slices.Contains(page.Needs, name) {
			page.Needs = append(page.Needs, name)
		}
	}
	for _, constant := range d.Rule.Constants {
		value, _ := facts.Float(d.Parameters[constant.Name])
		known := slices.ContainsFunc(page.Constants, func(other upslope.RuleConstant) bool { return other.Name == constant.Name })
		if !known {
			page.Constants = append(page.Constants, upslope.RuleConstant{
				Name: constant.Name, Title: constant.Title, Value: value, Unit: constant.Unit, Least: constant.Least, Most: constant.Most,
			})
		}
	}
}
