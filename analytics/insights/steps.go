package insights

import (
	"cmp"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/facts"
	keywordopportunity "upslope/analytics/insights/detectors/keyword_opportunity"
	"upslope/analytics/portfolio"
)

// step is an action of a candidate, with the way to take it out of the columns that the texts are made of.
type step struct {
	upslope.Action
	drop func() // nil: without the step nothing is left of the candidate
}

// Types and texts whose steps the plan reads, besides those of package portfolio.
const (
	slowPage      = "slow_page"
	landingPage   = "underperforming_landing"
	wastedAdSpend = "wasted_ad_spend"
	risingCPC     = "rising_cpc"
)

// steps lists what a candidate asks for, as data.
func (c *candidate) steps() []step {
	switch c.detector.Type {
	case portfolio.KeywordOpportunity:
		return c.keywordSteps()
	case portfolio.Cannibalization:
		return c.cannibalizationSteps()
	case portfolio.MetaIssues:
		return c.issueSteps()
	case portfolio.LinkTargets:
		return c.linkSteps()
	case portfolio.ContentDecay:
		return c.decaySteps()
	case wastedAdSpend:
		return c.adSteps()
	case risingCPC:
		if c.text("text") == "paying" || !isTrue(c.columns["has_bids"]) {
			return nil // its bids stay, or Google sets them
		}
		return []step{{Action: upslope.Action{Kind: upslope.ActionLowerBid, Ad: c.text("campaign")}}}
	case slowPage, landingPage:
		if c.entity.Page != "" {
			return []step{{Action: upslope.Action{Kind: upslope.ActionImprove, Page: c.entity.Page}}}
		}
	}
	return nil
}

// actions lists what a candidate asks for after the plan of the site is settled.
func (c *candidate) actions() []upslope.Action {
	var actions []upslope.Action
	for _, one := range c.steps() {
		actions = append(actions, one.Action)
	}
	return actions
}

func (c *candidate) text(column string) string { return facts.Text(c.columns, column) }

func (c *candidate) clear(column string) func() { return func() { c.columns[column] = "" } }

func (c *candidate) keywordSteps() []step {
	page, answers, query := c.entity.Page, cmp.Or(c.text("namesake"), c.entity.Page), c.entity.Query
	steps := []step{{Action: upslope.Action{Kind: upslope.ActionAnswer, Page: answers, To: query}}}
	for _, other := range facts.Texts(c.columns, "siblings") {
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionAnswer, Page: answers, To: other}, func() { c.dropQuery(other) }})
	}
	if title := c.text("proposed_title"); title != "" {
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionTitle, Page: page, To: title}, func() {
			c.columns["proposed_title"] = ""
			c.settleKeyword()
		}})
	} else if c.text("text") == "gap" {
		steps = append(steps, step{Action: upslope.Action{Kind: upslope.ActionTitle, Page: page}})
	}
	if lacks, _ := c.columns["lacks_heading"].(bool); lacks && facts.Number(c.columns, "owns_title") != 0 {
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionHeading, Page: page, To: c.text("page_heading")}, func() {
			c.columns["lacks_heading"], c.columns["change_heading"] = false, false
			c.settleKeyword()
		}})
	}
	if description := c.text("proposed_description"); description != "" && c.text("text") == "gap" {
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionDescription, Page: page, To: description}, c.clear("proposed_description")})
	}
	if adds, _ := c.columns["add_section"].(bool); adds {
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionAddText, Page: page, To: query}, func() {
			c.columns["add_section"] = false
			c.settleKeyword()
		}})
	}
	for _, part := range keywordopportunity.NewParts {
		for _, other := range facts.Texts(c.columns, part) {
			steps = append(steps, step{upslope.Action{Kind: upslope.ActionAddText, Page: page, To: other}, func() { c.dropQuery(other) }})
		}
	}
	for _, other := range facts.Texts(c.columns, "other_pages") {
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionLink, Page: other, To: page, Anchor: cmp.Or(c.text("anchor"), query)}, func() {
			c.columns["other_pages"] = without(facts.Texts(c.columns, "other_pages"), other)
			c.settleKeyword()
		}})
	}
	return steps
}

// dropQuery leaves a related search of a keyword opportunity to another page.
func (c *candidate) dropQuery(query string) {
	for _, column := range append([]string{"siblings", "wishes"}, keywordopportunity.NewParts...) {
		c.columns[column] = without(facts.Texts(c.columns, column), query)
	}
	c.columns["same_task"] = keywordopportunity.SameTask(c.columns)
	c.settleKeyword()
}

func (c *candidate) cannibalizationSteps() []step {
	keep, query := c.valuedPage(), c.entity.Query
	if isTrue(c.columns["has_several"]) {
		return nil // a page that is still to be written answers it
	}
	steps := []step{{Action: upslope.Action{Kind: upslope.ActionAnswer, Page: keep, To: query}}}
	if title := c.text("keep_title"); title != "" && !hasWords(title, query) {
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionAddText, Page: keep, To: query}, c.clear("keep_title")})
	}
	for _, other := range c.items("others") {
		page := other["url"]
		drop := func() { c.dropItem("others", "url", page) }
		if other["goes"] != "" {
			steps = append(steps, step{upslope.Action{Kind: upslope.ActionRedirect, Page: page, To: keep}, drop})
			continue
		}
		if hasWords(other["headings"], query) || hasWords(other["title"], query) {
			steps = append(steps, step{upslope.Action{Kind: upslope.ActionRemoveText, Page: page, To: query}, drop})
		}
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionLink, Page: page, To: keep, Anchor: query}, drop})
	}
	return steps
}

// issueSteps reads the pages of a technical issue. A page whose step contradicts another insight leaves the
// task, and a task without pages falls; where only a proposal does, the page stays without it.
func (c *candidate) issueSteps() []step {
	var steps []step
	for _, example := range c.items("examples") {
		page := example["url"]
		add := func(kind, to string) {
			steps = append(steps, step{upslope.Action{Kind: kind, Page: page, To: to}, func() { c.dropExample(page) }})
		}
		// What a page says is the same at each address that its sources are joined on.
		addText := func(kind, to string) {
			steps = append(steps, step{upslope.Action{Kind: kind, Page: normalized(page), To: to}, func() { c.dropExample(page) }})
		}
		switch issue := c.entity.Issue; issue {
		case "missing_title", "duplicate_title", "long_title", "short_title", "repeated_suffix":
			if twin := cmp.Or(example["twin"], example["elsewhere"]); twin != "" {
				add(upslope.ActionRedirect, twin)
			} else {
				addText(upslope.ActionTitle, example["proposal"])
			}
		case "missing_description", "duplicate_description", "long_description", "short_description":
			if example["keeps"] == "" {
				addText(upslope.ActionDescription, example["newDescription"])
			}
		case "missing_h1":
			steps = append(steps, step{upslope.Action{Kind: upslope.ActionHeading, Page: normalized(page), To: example["title"]}, func() { c.dropHeading(example) }})
		case "several_h1":
			addText(upslope.ActionHeading, example["heading"])
		case "canonical_to_broken_page", "canonical_to_noindex":
			add(upslope.ActionCanonical, page)
		case "missing_canonical", "canonical_to_redirect", "canonical_chain":
			add(cmp.Or(example["instead"], upslope.ActionCanonical), example["related"])
		case "hidden_page":
			add(upslope.ActionIndex, "")
		case "server_error", "redirect_loop":
			add(upslope.ActionRepair, "")
		case "redirect_chain", "slash_twins", "linked_canonicalized":
			if issue == "redirect_chain" && example["hop"]+example["relinks"] == "" {
				add(upslope.ActionRedirect, example["related"])
			} else {
				add(upslope.ActionRelink, example["related"])
			}
		case "linked_redirect":
			to := example["related"]
			if example["onlyToItself"] != "" {
				to = "" // the link goes
			}
			add(upslope.ActionRelink, to)
		case "broken_page":
			steps = append(steps, step{upslope.Action{Kind: upslope.ActionRelink, Page: page, To: example["successor"]}, func() { example["successor"] = "" }})
		}
	}
	for _, chain := range c.items("chained") { // see joinChains
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionCanonical, Page: chain["url"], To: chain["related"]}, func() { c.dropItem("chained", "url", chain["url"]) }})
	}
	return steps
}

// normalized is the address of a page on which its sources are joined.
func normalized(address string) string {
	if page, err := upslope.NormalizeURL(address); err == nil {
		return page
	}
	return address
}

func (c *candidate) linkSteps() []step {
	var steps []step
	for _, link := range c.items("linked_from") { // by search
		source := link["source"]
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionLink, Page: source, To: c.entity.Page, Anchor: link["anchor"]}, func() {
			c.dropItem("linked_from", "source", source)
		}})
	}
	for _, link := range c.items("examples") {
		if link["source"] == "" {
			continue
		}
		steps = append(steps, step{upslope.Action{Kind: upslope.ActionLink, Page: link["source"], To: link["url"], Anchor: link["anchor"]}, func() {
			c.columns["examples"] = slices.DeleteFunc(slices.Clone(c.items("examples")), func(other map[string]string) bool {
				return other["source"] == link["source"] && other["url"] == link["url"]
			})
		}})
	}
	return steps
}

func (c *candidate) decaySteps() []step {
	page := c.entity.Page
	if c.text("text") == "snippet" {
		return []step{{Action: upslope.Action{Kind: upslope.ActionTitle, Page: page}}}
	}
	return []step{{Action: upslope.Action{Kind: upslope.ActionImprove, Page: page}}}
}

func (c *candidate) adSteps() []step {
	campaign, group := c.text("campaign"), c.text("ad_group")
	add := func(kind string, parts ...string) step {
		parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
		return step{Action: upslope.Action{Kind: kind, Ad: strings.Join(parts, " › ")}}
	}
	reduce := upslope.ActionLowerBid
	if isTrue(c.columns["is_pause"]) {
		reduce = upslope.ActionPause
	}
	switch c.text("text") {
	case "costly_term":
		return []step{add(upslope.ActionLowerBid, campaign, c.entity.Term)}
	case "keyword":
		return []step{add(reduce, campaign, c.entity.Term)}
	case "ad_group":
		return []step{add(reduce, campaign, group)}
	case "campaign":
		return []step{add(reduce, campaign)}
	}
	var steps []step
	for _, negative := range c.items("negatives") {
		one := add(upslope.ActionNegative, negative["campaign"])
		one.To = negative["keyword"]
		steps = append(steps, one)
	}
	for _, term := range facts.Texts(c.columns, "bid_down") {
		steps = append(steps, add(upslope.ActionLowerBid, campaign, term))
	}
	return steps
}

// items reads a column that is a list of rows.
func (c *candidate) items(column string) []map[string]string {
	items, _ := c.columns[column].([]map[string]string)
	return items
}

// dropItem takes the rows with this value out of a list.
func (c *candidate) dropItem(column, key, value string) bool {
	items := c.items(column)
	left := slices.DeleteFunc(slices.Clone(items), func(item map[string]string) bool { return item[key] == value })
	c.columns[column] = left
	return len(left) < len(items)
}

// keyOf compares queries and anchors: the same words in another number or case are the same.
func keyOf(text string) string {
	words := wordsIn(strings.ToLower(text))
	for i, word := range words {
		words[i] = singular(word)
	}
	return strings.Join(words, " ")
}
