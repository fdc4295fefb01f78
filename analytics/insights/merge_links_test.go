package insights

import (
	"testing"

	"upslope"
	"upslope/analytics/portfolio"
)

func TestLinksJoinTheSearchOfTheirPageThatHasFew(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		query  string
		few    bool
		merges bool
	}{"the same search": {"tents", false, true}, "a related one": {"family tents", false, true}, "another, with few links": {"tent poles", true, true}, "another": {"tent poles", false, false}} {
		search := searchCandidate(tentsPage, "tents", 100, map[string]any{"text": "reach", "siblings": []string{"family tents"}, "few_links": c.few, "sources_appear": true})
		left := mergeSameFixes([]candidate{search, linkCandidate(tentsPage, c.query, "https://example.com/gear/family-tents")})
		if (len(left) == 1) != c.merges {
			t.Errorf("%s: %d left", name, len(left))
		}
		if appears := left[0].columns["sources_appear"] == true; c.merges && appears != (c.query == "tents") {
			t.Errorf("%s: its sources appear for the search: %v", name, appears)
		}
	}
}

func TestASearchThatWantsLinksAndBringsMoreLeadsTheLinksOfItsPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clicks float64
		links  []string
		left   int
	}{"more clicks, less likely": {5, []string{bagsPage}, 1}, "fewer clicks": {2, []string{bagsPage}, 2}, "no link of its own": {5, nil, 2}} {
		search := searchCandidate(tentsPage, "tents", c.clicks, map[string]any{"other_pages": c.links, "add_section": true})
		search.probabilityFix = .2
		left := mergeSameFixes([]candidate{search, linkCandidate(tentsPage, "tents", "https://example.com/gear/family-tents")})
		if len(left) != c.left || c.left == 1 && left[0].detector.Type != portfolio.KeywordOpportunity {
			t.Errorf("%s: %d left", name, len(left))
		}
	}
}

// Where links are all that either asks for, the dearer of two opportunities for one search takes the other.
func TestASearchThatOnlyWantsLinksJoinsTheLinksOfItsPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		query   string
		section bool
		left    int
	}{"the same search": {"tents", false, 1}, "a section besides": {"tents", true, 2}, "another search": {"tent poles", false, 2}} {
		search := searchCandidate(tentsPage, "tents", 1, map[string]any{"other_pages": []string{bagsPage}, "add_section": c.section})
		left := mergeSameFixes([]candidate{search, linkCandidate(tentsPage, c.query, "https://example.com/gear/family-tents")})
		if len(left) != c.left || c.left == 1 && (left[0].detector.Type != portfolio.LinkTargets || len(left[0].also) != 1) {
			t.Errorf("%s: %d left", name, len(left))
		}
	}
}

// The canonical that names a page, whose own one names another, is settled with the links to that page.
func TestAChainOfCanonicalsJoinsTheLinksToItsMiddle(t *testing.T) {
	t.Parallel()
	for middle, left := range map[string]int{tentsPage: 1, salePage: 2} {
		links := issueCandidate("linked_canonicalized", map[string]string{"url": tentsPage, "related": bagsPage})
		chain := issueCandidate("canonical_chain", map[string]string{"url": tentsPage + "-offline", "ending": middle, "related": bagsPage})
		merged := mergeSameFixes([]candidate{chain, links})
		if len(merged) != left {
			t.Fatalf("%s: %d left", middle, len(merged))
		}
		if left == 1 && (len(merged[0].also) != 1 || len(merged[0].actions()) != 2 || merged[0].actions()[1] != upslope.Action{Kind: upslope.ActionCanonical, Page: tentsPage + "-offline", To: bagsPage}) {
			t.Errorf("also %v, asks for %v", merged[0].also, merged[0].actions())
		}
	}
}
