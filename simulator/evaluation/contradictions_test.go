package evaluation_test

import (
	"strings"
	"testing"

	"upslope"
	"upslope/simulator/evaluation"
)

func asking(title string, actions ...upslope.Action) upslope.StoredInsight {
	return upslope.StoredInsight{Insight: upslope.Insight{Type: "meta_issues", Title: title, Actions: actions}}
}

// Each contradiction of the rules is reported, and what only looks like one is not.
func TestEveryContradictionIsReported(t *testing.T) {
	t.Parallel()
	const tents, sale, bags = "https://a.example/tents", "https://a.example/sale", "https://a.example/bags"
	act := func(kind, page, to, anchor string) upslope.Action {
		return upslope.Action{Kind: kind, Page: page, To: to, Anchor: anchor}
	}
	link := func(from, to, anchor string) upslope.Action { return act(upslope.ActionLink, from, to, anchor) }
	for name, c := range map[string]struct {
		a, b upslope.Action
		want string // "" none
	}{
		"two titles":                        {act("title", tents, "Tents", ""), act("title", tents, "Tents for sale", ""), "one title per page"},
		"two titles yet to be written":      {act("title", tents, "", ""), act("title", tents, "", ""), "one title per page"},
		"the same title":                    {act("title", tents, "Tents", ""), act("title", tents, "Tents", ""), ""},
		"one title for two pages":           {act("title", tents, "Tents", ""), act("title", sale, "Tents", ""), "one page per title"},
		"two H1":                            {act("heading", tents, "Tents", ""), act("heading", tents, "Our tents", ""), "one heading per page"},
		"two canonicals":                    {act("canonical", tents, tents, ""), act("canonical", tents, sale, ""), "one canonical per page"},
		"two redirect targets":              {act("redirect", sale, tents, ""), act("redirect", sale, bags, ""), "one redirect per page"},
		"a page for a query":                {act("answer", tents, "Tent", ""), act("answer", sale, "tent", ""), "one page per query"},
		"an anchor for two pages":           {link(bags, tents, "Buy tents"), link(bags, sale, "buy tents"), "one target per anchor"},
		"two anchors for one page":          {link(bags, tents, "buy tents"), link(sale, tents, "tents"), ""},
		"a link past the answering page":    {act("answer", tents, "buy tents", ""), link(bags, sale, "Buy tents"), "links lead to the page that answers"},
		"a link to the answering page":      {act("answer", tents, "buy tents", ""), link(bags, tents, "Buy tents"), ""},
		"a link to what is redirected":      {act("redirect", sale, tents, ""), link(bags, sale, "sale"), "no work on what is redirected"},
		"a link to what is elsewhere":       {act("canonical", sale, tents, ""), link(bags, sale, "sale"), "no links to a page whose canonical is another"},
		"a link to its own canonical":       {act("canonical", sale, sale+"/", ""), link(bags, sale, "sale"), ""},
		"a title of what is redirected":     {act("redirect", sale, tents, ""), act("title", sale, "Sale", ""), "no work on what is redirected"},
		"links to what is redirected":       {act("redirect", sale, tents, ""), act("relink", sale, tents, ""), ""},
		"a text added and removed":          {act("remove_text", sale, "tents", ""), act("title", sale, "Tents on sale", ""), "no text kept that another removes"},
		"another text added":                {act("remove_text", sale, "tents", ""), act("title", sale, "Bags on sale", ""), ""},
		"a bid for what is paused":          {upslope.Action{Kind: "pause", Ad: "Tents"}, upslope.Action{Kind: "lower_bid", Ad: "Tents › Family"}, "no bids for what is paused"},
		"a bid for what only begins alike":  {upslope.Action{Kind: "pause", Ad: "Tents"}, upslope.Action{Kind: "lower_bid", Ad: "Tents DE"}, ""},
		"one link asked for by two":         {link(bags, tents, "tents"), link(bags, tents, "our tents"), "one link from page to page"},
		"different pages, different titles": {act("title", tents, "Tents", ""), act("title", sale, "Sale", ""), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := strings.Join(evaluation.Contradictions([]upslope.StoredInsight{asking("one", c.a), asking("another", c.b)}), "\n")
			if c.want == "" && found != "" || !strings.Contains(found, c.want) {
				t.Errorf("found %q, want %q", found, c.want)
			}
		})
	}
}

func TestStepsAreComparedWithTheActions(t *testing.T) {
	t.Parallel()
	const page = "https://a.example/events"
	heading := asking("H1", upslope.Action{Kind: upslope.ActionHeading, Page: page, To: "Old title"})
	heading.Instructions = "/events: add an H1 that says what its title does, “Old title”."
	title := asking("title", upslope.Action{Kind: upslope.ActionTitle, Page: page, To: "Events"})
	links := asking("links", upslope.Action{Kind: upslope.ActionLink, Page: page, To: "https://a.example/tents", Anchor: "tents"})
	links.Instructions = "On /events, link to /tents as “tents”.\nOn /sale, link to /bags as “bags”."
	found := evaluation.Contradictions([]upslope.StoredInsight{heading, title, links})
	if len(found) != 2 || !strings.HasPrefix(found[0], "every link of a step is an action: \"On /sale") || !strings.HasPrefix(found[1], "no H1 of a title that is replaced") {
		t.Errorf("found %q", found)
	}
}
