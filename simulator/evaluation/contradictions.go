package evaluation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"upslope"
)

// Contradictions says where the insights of one site ask for what others, or their own steps, contradict. It
// works from the finished actions and texts alone, so that it does not repeat how the engine settles them.
func Contradictions(insights []upslope.StoredInsight) []string {
	c := checker{texts: map[[2]string]ask{}, owners: map[[2]string]ask{}, links: map[[2]string]ask{}}
	for _, insight := range insights {
		for _, action := range insight.Actions {
			c.add(ask{action, insight.Type, insight.Title})
		}
	}
	for _, insight := range insights {
		for _, action := range insight.Actions {
			c.compare(ask{action, insight.Type, insight.Title})
		}
		c.readSteps(insight)
	}
	slices.Sort(c.found)
	return slices.Compact(c.found)
}

// ask is an action with the insight that asks for it.
type ask struct {
	upslope.Action
	insightType, title string
}

func (a ask) String() string {
	text := strings.TrimSpace(a.Kind + " " + a.Page + a.Ad)
	if a.To != "" {
		text += " → " + a.To
	}
	if a.Anchor != "" {
		text += " as “" + a.Anchor + "”"
	}
	return fmt.Sprintf("%s [%s: %s]", text, a.insightType, a.title)
}

// onePerPage are the parts of a page that can have one value only.
var onePerPage = []string{
	upslope.ActionTitle, upslope.ActionHeading, upslope.ActionDescription, upslope.ActionCanonical, upslope.ActionRedirect, upslope.ActionRelink,
}

type checker struct {
	texts  map[[2]string]ask // kind and page
	owners map[[2]string]ask // kind and words: a new title, an anchor, a query
	links  map[[2]string]ask // from and to
	all    []ask
	found  []string
}

func (c *checker) report(rule string, a, b fmt.Stringer) {
	c.found = append(c.found, fmt.Sprintf("%s: %s, but %s", rule, a, b))
}

// once reports an action that another one of the same key contradicts.
func once(c *checker, known map[[2]string]ask, key [2]string, a ask, rule string, differs func(before ask) bool) {
	before, ok := known[key]
	if ok && differs(before) {
		c.report(rule, before, a)
	}
	if !ok {
		known[key] = a
	}
}

func (c *checker) add(a ask) {
	c.all = append(c.all, a)
	otherInsight := func(before ask) bool { return before.title != a.title || before.insightType != a.insightType }
	if slices.Contains(onePerPage, a.Kind) {
		once(c, c.texts, [2]string{a.Kind, a.Page}, a, "one "+a.Kind+" per page", func(before ask) bool { return before.To != a.To || a.To == "" && otherInsight(before) })
	}
	switch a.Kind {
	case upslope.ActionTitle:
		if a.To != "" {
			once(c, c.owners, [2]string{a.Kind, a.To}, a, "one page per title", func(before ask) bool { return before.Page != a.Page })
		}
	case upslope.ActionAnswer:
		once(c, c.owners, [2]string{a.Kind, normalized(a.To)}, a, "one page per query", func(before ask) bool { return before.Page != a.Page })
	case upslope.ActionLink:
		once(c, c.owners, [2]string{a.Kind, normalized(a.Anchor)}, a, "one target per anchor", func(before ask) bool { return before.To != a.To })
		once(c, c.links, [2]string{a.Page, a.To}, a, "one link from page to page", func(ask) bool { return true })
	}
}

// compare checks an action against those of other kinds.
func (c *checker) compare(a ask) {
	switch a.Kind {
	case upslope.ActionRedirect:
		for _, other := range c.all {
			follows := other.Kind == upslope.ActionRedirect || other.Kind == upslope.ActionRelink
			if other.Page == a.Page && !follows || other.To == a.Page && other.Kind != upslope.ActionCanonical {
				c.report("no work on what is redirected", a, other)
			}
		}
	case upslope.ActionRemoveText:
		for _, other := range c.all {
			adds := other.Kind == upslope.ActionAddText || other.Kind == upslope.ActionTitle || other.Kind == upslope.ActionAnswer
			if adds && other.Page == a.Page && containsWords(other.To, a.To) {
				c.report("no text kept that another removes", a, other)
			}
		}
	case upslope.ActionLink:
		if owner, ok := c.owners[[2]string{upslope.ActionAnswer, normalized(a.Anchor)}]; ok && owner.Page != a.To {
			c.report("links lead to the page that answers the query", owner, a)
		}
		if a.Page == a.To {
			c.report("no page links to itself", a, a)
		}
		if canonical, ok := c.texts[[2]string{upslope.ActionCanonical, a.To}]; ok && strings.TrimSuffix(canonical.To, "/") != strings.TrimSuffix(a.To, "/") {
			c.report("no links to a page whose canonical is another", canonical, a)
		}
	case upslope.ActionPause:
		for _, other := range c.all {
			if other.Kind == upslope.ActionLowerBid && (other.Ad == a.Ad || strings.HasPrefix(other.Ad, a.Ad+" › ")) {
				c.report("no bids for what is paused", a, other)
			}
		}
	}
}

var (
	quotedWords = regexp.MustCompile(`[“"]([^”"]+)[”"]`)
	placesLink  = regexp.MustCompile(`(?i)\blinks? to (\S+)`)
	setsHeading = regexp.MustCompile(`(?i)add an h1[^“"]*[“"]([^”"]+)[”"]`)
)

// readSteps compares the words of an insight with all actions: each link of its steps is an action of its
// own, and no step quotes a title that another insight replaces.
func (c *checker) readSteps(insight upslope.StoredInsight) {
	for step := range strings.Lines(insight.Instructions) {
		step = strings.TrimSpace(step)
		if to := placesLink.FindStringSubmatch(step); to != nil && quotedWords.MatchString(step) && hasKind(insight, upslope.ActionLink) {
			isAction := slices.ContainsFunc(insight.Actions, func(a upslope.Action) bool {
				return a.Kind == upslope.ActionLink && strings.Contains(step, "“"+printed(a.Anchor)+"”")
			})
			if !isAction {
				c.found = append(c.found, fmt.Sprintf("every link of a step is an action: %q [%s: %s]", step, insight.Type, insight.Title))
			}
		}
		heading := setsHeading.FindStringSubmatch(step)
		if heading == nil {
			continue
		}
		for _, action := range insight.Actions {
			title, changes := c.texts[[2]string{upslope.ActionTitle, action.Page}]
			if action.Kind == upslope.ActionHeading && action.To == heading[1] && changes && title.To != action.To {
				c.report("no H1 of a title that is replaced", title, ask{action, insight.Type, insight.Title})
			}
		}
	}
}

func hasKind(insight upslope.StoredInsight, kind string) bool {
	return slices.ContainsFunc(insight.Actions, func(a upslope.Action) bool { return a.Kind == kind })
}

// printed is a text with its runs of blanks as steps show them.
func printed(text string) string { return strings.Join(strings.Fields(text), " ") }

// normalized compares queries and anchors without case and punctuation.
func normalized(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	}), " ")
}

func containsWords(text, words string) bool {
	return strings.Contains(" "+normalized(text)+" ", " "+normalized(words)+" ")
}
