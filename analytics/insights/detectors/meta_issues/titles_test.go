package metaissues

import "testing"

func TestProposedTitlesAreMadeOfWhatThePageSays(t *testing.T) {
	t.Parallel()
	const suffix = " | Example"
	another := page{url: "https://example.com/tarps", title: "Outdoor gear" + suffix, heading: "Tarps for every weather", description: "Tarps. Light ones."}
	for name, c := range map[string]struct {
		issue string
		page  page
		want  string // "": none
	}{
		"a missing title is the heading with the suffix":               {"missing_title", page{heading: "Lake tents by the shore"}, "Lake tents by the shore | Example"},
		"a heading that names the site gets no suffix":                 {"missing_title", page{heading: "All the tents of Example in one list"}, "All the tents of Example in one list"},
		"a suffix that does not fit is left out":                       {"missing_title", page{heading: "The forty lightest tents of the year for two and four"}, "The forty lightest tents of the year for two and four"},
		"no heading, no proposal":                                      {"missing_title", page{}, ""},
		"a heading that another page has too is none":                  {"missing_title", page{heading: "Tarps for every weather"}, ""},
		"a short title gets what its description begins with":          {"short_title", page{title: "Tents", heading: "Tents", description: "Light ones for four seasons. New."}, "Tents: Light ones for four seasons"},
		"a short title is not lengthened to a short one":               {"short_title", page{title: "Tents", heading: "All tents"}, ""},
		"a duplicate title becomes the heading":                        {"duplicate_title", page{title: "Outdoor gear", heading: "Stoves for cold mornings"}, "Stoves for cold mornings | Example"},
		"without a heading the words of the address come first":        {"duplicate_title", page{url: "https://example.com/gas-stoves", title: "Outdoor gear | Example"}, "Gas Stoves: Outdoor gear | Example"},
		"words that the title has are not repeated":                    {"duplicate_title", page{url: "https://example.com/outdoor-gear", title: "Outdoor gear | Example"}, ""},
		"a number is no name":                                          {"duplicate_title", page{url: "https://example.com/p-1234", title: "Outdoor gear | Example"}, ""},
		"the home page keeps a shared title":                           {"duplicate_title", page{url: "https://example.com/", title: "Outdoor gear | Example", heading: "Welcome to all of us"}, "Outdoor gear | Example"},
		"the head of the section keeps it":                             {"duplicate_title", page{url: "https://example.com/gear", title: "Outdoor gear", heading: "Gear for everybody", isSectionHead: true}, "Outdoor gear"},
		"a long title keeps its start and the suffix":                  {"long_title", page{title: "Tents for two – everything that you ever wanted to know about them | Example"}, "Tents for two | Example"},
		"else it loses the suffix":                                     {"long_title", page{title: "Tents for two people who like to go out in winter | Example"}, "Tents for two people who like to go out in winter"},
		"a long title without parts has no proposal":                   {"long_title", page{title: "Tents for two people who like to go out in the winter and in the summer too"}, ""},
		"a start that is too short to say anything is none":            {"long_title", page{title: "Gear – everything that you ever wanted to know about the tents of all our friends"}, ""},
		"other issues have no proposal":                                {"several_h1", page{title: "Tents", heading: "Tents for four seasons and two people"}, ""},
		"no more than results show, in letters that are twice as wide": {"missing_title", page{heading: "日本語の長い見出しで検索結果に表示される幅を超えてしまうものです長い"}, ""},
	} {
		if c.page.url == "" {
			c.page.url = "https://example.com/p/1"
		}
		in := newTitleContext(c.issue, suffix, []page{another, {url: "https://example.com/x", heading: another.heading}, c.page})
		if got, ok := proposeTitle(c.page, in); got != c.want && (ok || c.want != "") || ok != (c.want != "") {
			t.Errorf("%s: %q, %v; want %q", name, got, ok, c.want)
		}
	}
}

func TestPagesWithTheSameWordsGetNoTitleOfThem(t *testing.T) {
	t.Parallel()
	pages := []page{
		{url: "https://example.com/x", title: "Cloud", heading: "Cloud", description: "Read how others do it. And more."},
		{url: "https://example.com/y", title: "Edge", heading: "Edge", description: "Read how others do it. And less."},
	}
	for _, p := range pages {
		if got, ok := proposeTitle(p, newTitleContext("short_title", "", pages)); ok {
			t.Errorf("%s: %q", p.url, got)
		}
	}
}
