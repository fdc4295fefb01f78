package metaissues

import "testing"

// Of a chain all addresses are paths; where one is on another host, all say theirs.
func TestAChainOfCanonicalsNamesItsAddressesInOneStyle(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		canonical, end          string
		source, named, targeted string
	}{
		"one host":     {"https://www.example.com/b", "https://www.example.com/c", "/a", "/b", "/c"},
		"another host": {"https://www.example.com/b", "https://shop.example.com/c", "www.example.com/a", "www.example.com/b", "shop.example.com/c"},
	} {
		example := map[string]string{"issue": "canonical_chain", "url": "https://www.example.com/a", "ending": c.canonical, "related": c.end}
		example["source"], example["target"] = addressesOf(example["url"], example["related"], "example.com")
		addNamed(example, page{url: example["url"]}, "example.com")
		if example["source"] != c.source || example["named"] != c.named || example["target"] != c.targeted {
			t.Errorf("%s: %s, %s, %s", name, example["source"], example["named"], example["target"])
		}
	}
}

// What a menu links to may be a page of its own, whose canonical is the mistake: no variant of an address.
func TestAPageOfTheMenuMayBeOneOfItsOwn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		url, menu, issue string
		want             int
	}{
		"another path in the menu":  {"https://example.com/tents-mobile", "1", "linked_canonicalized", 1},
		"in texts":                  {"https://example.com/tents-mobile", "", "linked_canonicalized", 0},
		"its own trailing slash":    {"https://example.com/tents/", "1", "linked_canonicalized", 0},
		"its own letter case":       {"https://example.com/Tents", "1", "linked_canonicalized", 0},
		"a parameter":               {"https://example.com/all?sort=price", "1", "linked_canonicalized", 0},
		"a redirect, not canonical": {"https://example.com/tents-mobile", "1", "linked_redirect", 0},
	} {
		row := map[string]any{"issue": c.issue}
		addOwnPages(row, []map[string]string{{"url": c.url, "related": "https://example.com/tents", "menu": c.menu}})
		if own, _ := row["own_pages"].([]map[string]string); len(own) != c.want {
			t.Errorf("%s: %v", name, own)
		}
	}
}

func TestStepsSayWhereLinksAreLookedUpOnlyWhereNothingNamesThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		example map[string]string
		links   float64
		want    bool
	}{
		"unknown":  {map[string]string{}, 4, true},
		"known":    {map[string]string{"sources": "https://example.com/a"}, 4, false},
		"a menu":   {map[string]string{"menu": "1"}, 4, false},
		"no links": {map[string]string{}, 0, false},
	} {
		row := map[string]any{"issue": "broken_page", "links_to_pages": c.links, "affected_pages": 1., "is_template": false}
		if got := seeksLinks(row, []map[string]string{c.example}); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
