package insights

import (
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
)

func TestNoTaskContradictsThatOnePageIsToAnswerAQuery(t *testing.T) {
	of := func(kind, page, query string, columns map[string]any) candidate {
		return candidate{detector: &detector{Type: kind}, entity: upslope.Entity{Page: page, Query: query}, columns: columns}
	}
	other := func(url, goes string) map[string]string { return map[string]string{"url": url, "goes": goes} }
	keep := func(query, page string, others ...map[string]string) candidate {
		return of(portfolio.Cannibalization, "", query, map[string]any{"value_page": page, "others": others})
	}
	link := func(page, query string) candidate {
		return of(portfolio.LinkTargets, page, "", map[string]any{"main_query": query})
	}
	const kept, moved, stays = "https://example.com/tea", "https://example.com/tea-old", "https://example.com/cups"

	for _, test := range []struct {
		rule  string
		one   candidate
		stays bool
	}{
		{"links to the page that is to answer", link(kept, "tea"), true},
		{"links to another page for that query", link(stays, "tea"), false},
		{"links to another page for a query of its own", link(stays, "cups"), true},
		{"links to what is to be redirected, for whatever query", link(moved, "old tea"), false},
		{"the query on the page that is to answer", of(portfolio.KeywordOpportunity, kept, "tea", nil), true},
		{"the query on another page", of(portfolio.KeywordOpportunity, stays, "tea", nil), false},
		{"another query on what is to be redirected", of(portfolio.KeywordOpportunity, moved, "old tea", nil), false},
		{"lost clicks of what is to be redirected", of(portfolio.ContentDecay, moved, "", nil), false},
		{"lost clicks of another page", of(portfolio.ContentDecay, stays, "", nil), true},
		{"its speed", of("slow_page", moved, "", nil), true},
		{"waste on the same words", of("wasted_ad_spend", "", "tea", nil), true},
	} {
		t.Run(test.rule, func(t *testing.T) {
			left := dropConflicts([]candidate{keep("tea", kept, other(moved, "yes"), other(stays, "")), test.one})
			if found := len(left) == 2; found != test.stays {
				t.Errorf("it stays: %v", found)
			}
		})
	}

	t.Run("a page that is to answer one query is not redirected for another", func(t *testing.T) {
		others := []map[string]string{other(moved, "yes"), other(stays, "yes")}
		left := dropConflicts([]candidate{keep("tea", kept, others...), keep("old tea", moved, other(kept, "")), link(moved, "old tea"), link(stays, "cups")})
		if others[0]["goes"] != "" || others[1]["goes"] == "" {
			t.Errorf("told to redirect: %v", others)
		}
		if pages := pagesLeft(left); !slices.Equal(pages, []string{"", "", moved}) {
			t.Errorf("left are %q", pages)
		}
	})
}

func pagesLeft(candidates []candidate) []string {
	pages := make([]string, len(candidates))
	for i, one := range candidates {
		pages[i] = one.entity.Page
	}
	return pages
}

// Another page is to have the search for a calculator, so this one builds none and takes less work.
func TestAToolIsNotBuiltWhereItsSearchLeavesThePage(t *testing.T) {
	const query = "family tent calculator"
	for rule, c := range map[string]struct {
		text   string // to take out of the page
		tools  int
		effort int
	}{
		"its search leaves the page": {"tent calculator", 0, 2}, "another search does": {"used tents", 1, 4},
	} {
		other := searchCandidate(bagsPage, c.text, 1000, map[string]any{"value_page": bagsPage, "others": []map[string]string{{"url": tentsPage, "goes": "", "headings": c.text}}})
		other.detector = &detector{Type: portfolio.Cannibalization}
		tent := searchCandidate(tentsPage, "tents", 10, map[string]any{
			"siblings": []string{query}, "tools": []string{query}, "low_ctr": true, "effort_class": 4,
		})
		tent.effortClass = 4
		left := settle([]candidate{other, tent})
		if len(left) != 2 {
			t.Fatalf("%s: left %+v", rule, left)
		}
		got := left[1]
		if len(facts.Texts(got.columns, "tools")) != c.tools || got.effortClass != c.effort {
			t.Errorf("%s: %v, effort %d", rule, got.columns, got.effortClass)
		}
	}
}

// A search opportunity may be worth more than the repair of the canonical: its links would lead to the wrong
// address all the same.
func TestSearchesOfAPageWithAnotherCanonicalGetNoLinks(t *testing.T) {
	t.Parallel()
	const variant = "https://example.com/tents?variant=2"
	canonical := issueCandidate("missing_canonical", map[string]string{"url": variant, "related": tentsPage})
	onlyLinks := searchCandidate(variant, "tents", 900, map[string]any{"other_pages": []string{salePage}})
	if got := asked(t, canonical, onlyLinks); got != "canonical /tents?variant=2 /tents " {
		t.Errorf("only links: %s", got)
	}
	retitled := searchCandidate(variant, "tents", 900, map[string]any{"other_pages": []string{salePage}, "proposed_title": "Tents"})
	if got := asked(t, canonical, retitled); strings.Contains(got, "link ") || !strings.Contains(got, "title /tents?variant=2 Tents") {
		t.Errorf("a title besides: %s", got)
	}
}

// Whoever set both canonicals would make a chain of them again.
func TestNoCanonicalLeadsToAPageThatIsToNameAnother(t *testing.T) {
	t.Parallel()
	const variant = "https://example.com/tents?variant=2"
	chain := func() candidate {
		return issueCandidate("canonical_chain", map[string]string{"url": salePage, "related": variant})
	}
	link := func() candidate {
		return issueCandidate("linked_canonicalized", map[string]string{"url": bagsPage, "related": variant})
	}
	away := func() candidate {
		return issueCandidate("missing_canonical", map[string]string{"url": variant, "related": tentsPage})
	}
	for name, c := range map[string]struct{ stronger, weaker func() candidate }{
		"the chain first": {chain, away}, "the chain last": {away, chain}, "links first": {link, away}, "links last": {away, link},
	} {
		stronger := c.stronger()
		stronger.value = valueOf(nil, 100, nil, scoring.UnitClicks, "")
		if got, want := asked(t, stronger, c.weaker()), asked(t, c.stronger()); got != want {
			t.Errorf("%s: asked for %s, want %s", name, got, want)
		}
	}
}

func TestTheLinksBehindAChainGoWithIt(t *testing.T) {
	t.Parallel()
	chain := issueCandidate("redirect_chain", map[string]string{"url": salePage, "related": tentsPage})
	chain.columns["examples"] = append(chain.items("examples"), map[string]string{"url": bagsPage, "related": tentsPage, "hop": "1"})
	if got := asked(t, chain); got != "redirect /sale /tents \nrelink /bags /tents " {
		t.Errorf("asked for %q", got)
	}
	if chain.dropExample(salePage); len(chain.items("examples")) > 0 {
		t.Errorf("left %v", chain.items("examples"))
	}
}

func TestThePageOfAnotherTaskTakesItsLinksAlong(t *testing.T) {
	t.Parallel()
	c := issueCandidate("missing_h1", map[string]string{"url": tentsPage, "links": "12"}, map[string]string{"url": salePage, "links": "67"})
	c.columns["affected_pages"], c.columns["links_to_pages"] = uint64(2), uint64(79)
	if c.dropExample(tentsPage); c.columns["affected_pages"] != uint64(1) || c.columns["links_to_pages"] != 67. {
		t.Errorf("%v pages with %v links are left", c.columns["affected_pages"], c.columns["links_to_pages"])
	}
}
