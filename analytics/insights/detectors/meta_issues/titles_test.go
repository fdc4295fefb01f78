package metaissues

import (
	"fmt"
	"testing"

	"upslope/analytics/facts"
)

const suffix = " | Example"

// another page of the task, which has a heading of its own.
func another() page {
	return page{url: "https://example.com/tarps", title: "Outdoor gear" + suffix, heading: "Tarps for every weather", description: "Tarps. Light ones."}
}

func TestProposedTitlesAreMadeOfWhatThePageSays(t *testing.T) {
	t.Parallel()
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
		"nor is one that pages beyond the task have":                   {"missing_title", page{heading: "Lake tents by the shore", pagesWithHeading: 2}, ""},
		"nor is one that is another page's title":                      {"missing_title", page{heading: "Lake tents by the shore", titlesLikeHeading: 1}, ""},
		"a short title gets what its description says":                 {"short_title", page{title: "Tents", heading: "Tents", description: "Light ones for four seasons. New."}, "Tents: Light ones for four seasons"},
		"half a sentence is none":                                      {"short_title", page{title: "Tents", heading: "Tents", description: "Light ones for all of the four seasons, for two people who camp. New."}, ""},
		"a short title is not lengthened to a short one":               {"short_title", page{title: "Tents", heading: "All tents"}, ""},
		"nor replaced by a heading about something else":               {"short_title", page{url: "https://example.com/about-us", title: "About us" + suffix, heading: "There is something for everyone"}, ""},
		"a heading with its words lengthens it":                        {"short_title", page{title: "Tents" + suffix, heading: "Family tents for the summer"}, "Family tents for the summer | Example"},
		"a duplicate title becomes the heading":                        {"duplicate_title", page{title: "Outdoor gear" + suffix, heading: "Stoves for cold mornings"}, "Stoves for cold mornings | Example"},
		"with the name of the site only where the title has it":        {"duplicate_title", page{title: "Outdoor gear", heading: "Stoves for the very cold mornings"}, "Stoves for the very cold mornings"},
		"a heading about something else does not":                      {"duplicate_title", page{url: "https://example.com/fitness", title: "Outdoor gear", heading: "Whey protein: five questions and answers"}, ""},
		"without a heading the words of the address come first":        {"duplicate_title", page{url: "https://example.com/gas-stoves", title: "Outdoor gear | Example"}, "Gas Stoves: Outdoor gear | Example"},
		"the page that a shared title names keeps it":                  {"duplicate_title", page{url: "https://example.com/outdoor-gear", title: "Outdoor gear | Example"}, "Outdoor gear | Example"},
		"a number is no name":                                          {"duplicate_title", page{url: "https://example.com/p-1234", title: "Outdoor gear | Example"}, ""},
		"the home page keeps a shared title":                           {"duplicate_title", page{url: "https://example.com/", title: "Outdoor gear | Example", heading: "Welcome to all of us"}, "Outdoor gear | Example"},
		"the head of the section keeps it":                             {"duplicate_title", page{url: "https://example.com/gear", title: "Outdoor gear", heading: "Gear for everybody", isSectionHead: true}, "Outdoor gear"},
		"a long title loses the suffix":                                {"long_title", page{title: "Tents for two people who like to go out in winter | Example"}, "Tents for two people who like to go out in winter"},
		"but first what other titles say too":                          {"long_title", page{title: "Lake tents for two or three | Buy online with free delivery | Example"}, "Lake tents for two or three | Example"},
		"or the end of a list":                                         {"long_title", page{title: "Lake tents — buy in Oslo, price, sizes, colors, reviews | Example"}, "Lake tents — buy in Oslo, price, sizes, colors | Example"},
		"its own words go only if enough remains":                      {"long_title", page{title: "Discover Ramsay Cove | New Homes in Owens Cross Roads, Alabama"}, ""},
		"and never those that it is searched for":                      {"long_title", page{title: "Tents for people who walk a lot | Used tents in Oslo", queries: []string{"used tents"}, isMeasured: true}, ""},
		"the last of its own parts goes if enough remains":             {"long_title", page{title: "About MediMotive | Björn Seiler — Manufacturing Quality Consultant"}, "About MediMotive | Björn Seiler"},
		"a long title without parts has no proposal":                   {"long_title", page{title: "Tents for two people who like to go out in the winter and in the summer too"}, ""},
		"a suffix that stands twice stays once":                        {"repeated_suffix", page{title: "Is a big screen worth it for games? | Example | Example"}, "Is a big screen worth it for games? | Example"},
		"other issues have no proposal":                                {"several_h1", page{title: "Tents", heading: "Tents for four seasons and two people"}, ""},
		"no more than results show, in letters that are twice as wide": {"missing_title", page{heading: "日本語の長い見出しで検索結果に表示される幅を超えてしまうものです長い"}, ""},
	} {
		if c.page.url == "" {
			c.page.url = "https://example.com/p/1"
		}
		others := []page{
			another(), {url: "https://example.com/x", title: "Outdoor gear", heading: another().heading},
			{url: "https://example.com/y", title: "Ropes | Buy online with free delivery | Example"},
			{url: "https://example.com/z", title: "Ropes — buy in Oslo, price, sizes, colors, reviews | Example"},
		}
		in := newTitleContext(c.issue, suffix, append(others, c.page))
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

func TestATitleIsNotMadeOfTheHeadingOfAnotherProduct(t *testing.T) {
	t.Parallel()
	pages := []page{
		{url: "https://example.com/tents/ridge-2", title: "Tents" + suffix, heading: "Ridge 2 for alpine winters"},
		{url: "https://example.com/tents/ridge-3", title: "Tents" + suffix, heading: "Ridge 2 for alpine winter trips"},
		{url: "https://example.com/tents/skye", title: "Tents" + suffix, heading: "Ridge 2 for alpine winter camps"},
	}
	in := newTitleContext("missing_title", suffix, pages)
	for i, want := range []string{"Ridge 2 for alpine winters | Example", "", ""} {
		if got, _ := proposeTitle(pages[i], in); got != want {
			t.Errorf("%s: %q, want %q", pages[i].url, got, want)
		}
	}
}

func TestOnePageOfThoseWithATitleKeepsIt(t *testing.T) {
	t.Parallel()
	pages := []page{
		{url: "https://example.com/gear/1", title: "Hydro accumulators", heading: "Hydro accumulators", pagesWithHeading: 3},
		{url: "https://example.com/gear/2", title: "Hydro accumulators", heading: "Hydro accumulators", pagesWithHeading: 3},
		{url: "https://example.com/gear/3", title: "hydro accumulators", heading: "Hydro accumulators", pagesWithHeading: 3},
		{url: "https://example.com/rope", title: "Ropes"}, {url: "https://example.com/", title: "Ropes"},
	}
	var keepers []string
	for _, p := range pages {
		if title, ok := proposeTitle(p, newTitleContext("duplicate_title", "", pages)); ok && title == p.title {
			keepers = append(keepers, p.url)
		}
	}
	if len(keepers) != 2 || keepers[0] != pages[0].url || keepers[1] != pages[4].url {
		t.Errorf("kept by %q", keepers)
	}
}

func TestTheTitleOfTheHomePageIsNoPartOfAnother(t *testing.T) {
	t.Parallel()
	pages := []page{{url: "https://example.com/", title: "Example, the shop"}, {url: "https://example.com/password", title: "Example, the shop"}, {url: "https://example.com/a", title: "Jobs"}, {url: "https://example.com/jobs/remote-work", title: "Jobs"}}
	in := newTitleContext("duplicate_title", "", pages)
	if got, ok := proposeTitle(pages[1], in); ok {
		t.Errorf("%q", got)
	}
	if drafts := in.draftsOf(pages[3]); len(drafts) != 1 || drafts[0] != "Remote Work: Jobs" {
		t.Errorf("%q", drafts)
	}
}

func TestARepeatedEndingIsQuotedOnce(t *testing.T) {
	t.Parallel()
	examples := []map[string]string{{"url": "https://example.com/a", "title": "Tents" + suffix + suffix}, {"url": "https://example.com/b", "title": "Tents" + suffix + suffix}}
	judge{suffix: suffix}.addProposals("duplicate_title", examples)
	if kept := examples[0]; kept["title"] != "Tents"+suffix || kept["proposal"] != kept["title"] {
		t.Errorf("%v", kept)
	}
}

func TestTheIndexFileOfAFolderIsRedirectedToIt(t *testing.T) {
	t.Parallel()
	row := map[string]any{"issue": "duplicate_title", "affected_pages": uint64(2)}
	examples := []map[string]string{{"url": "https://example.com/blog/"}, {"url": "https://example.com/blog/index.html"}}
	addTwins(row, examples)
	if examples[0]["twin"] != "" || examples[1]["twin"] != "https://example.com/blog/" || row["index_file"] != "https://example.com/blog/index.html" {
		t.Errorf("%v, %v", examples, row)
	}
}

func TestAddressesToPasteAreShownInFull(t *testing.T) {
	t.Parallel()
	long := "/blog/2020/09/03/wildlife-studios-multi-cluster-gaming-platform-on-cilium"
	for _, c := range []struct{ from, to, source, target, fits, lacksSlash string }{
		{"https://example.com/a", "https://example.com/b", "/a", "/b", "1", ""},
		{"https://example.com" + long, "https://example.com" + long + "/", long, long + "/", "", "1"},
		{"https://example.com" + long, "https://example.com/new" + long, long, "/new" + long, "", ""},
		{"http://example.com/a", "https://example.com/a", "http://example.com/a", "https://example.com/a", "1", ""},
		{"https://www.example.com/a", "https://www.example.com/b", "/a", "/b", "1", ""},
		{"https://docs.example.com/a", "https://manual.example/a", "docs.example.com/a", "manual.example/a", "1", ""},
		{"https://docs.example.com/a", "https://docs.example.com/b?v=2", "docs.example.com/a", "docs.example.com/b?v=2", "1", ""},
	} {
		example := map[string]string{}
		example["source"], example["target"] = addressesOf(c.from, c.to, "example.com")
		addPair(example)
		if example["source"] != c.source || example["target"] != c.target || example["fits"] != c.fits || example["lacksSlash"] != c.lacksSlash {
			t.Errorf("%s to %s: %v", c.from, c.to, example)
		}
	}
}

func TestNoPageIsToldToLinkToItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		example    map[string]string
		some, only string
	}{
		"the only link":          {map[string]string{"related": "https://example.com/", "from": "/", "links": "1"}, "1", "1"},
		"one of several":         {map[string]string{"related": "https://example.com/a/", "from": "/ /a", "links": "5"}, "1", ""},
		"links on others":        {map[string]string{"related": "https://example.com/a", "from": "/ /b", "links": "2"}, "", ""},
		"a menu, which is on it": {map[string]string{"related": "https://example.com/", "from": "/", "links": "1", "menu": "1"}, "", ""},
		"a page that moved":      {map[string]string{"successor": "https://example.com/new/a", "from": "/new/a", "links": "1"}, "1", "1"},
		"no target":              {map[string]string{"from": "/", "links": "1"}, "", ""},
		"another host's page":    {map[string]string{"related": "https://example.com/a", "from": "blog.example.com/a", "links": "1"}, "", ""},
		"a page of that host":    {map[string]string{"related": "https://blog.example.com/a", "from": "blog.example.com/a", "links": "1"}, "1", "1"},
	} {
		if addSelf(c.example, "example.com"); c.example["toItself"] != c.some || c.example["onlyToItself"] != c.only || c.only != "" && c.example["successor"] != "" {
			t.Errorf("%s: %v", name, c.example)
		}
	}
}

func TestOneWordOfAnAddressIsNoTitleUnlessThePageSaysIt(t *testing.T) {
	t.Parallel()
	shared := "Python Success Stories" + suffix
	pages := []page{
		{url: "https://example.com/about/success/esr", title: shared, pagesWithTitle: 5},
		{url: "https://example.com/about/success/astra", title: shared, pagesWithTitle: 5, description: "How Astra moved to Python"},
		{url: "https://example.com/about/success/carman", title: shared, pagesWithTitle: 5, queries: []string{"carman labs"}},
		{url: "https://example.com/about/success/big-bats", title: shared, pagesWithTitle: 5},
		{url: "https://example.com/devil", title: shared, pagesWithTitle: 5},
	}
	in := newTitleContext("duplicate_title", suffix, pages)
	for i, want := range []string{"", "Astra: " + shared, "Carman: " + shared, "Big Bats: " + shared, "Devil: " + shared} {
		got, _ := proposeTitle(pages[i], in)
		if got != want || in.nameOf(pages[i]) == "" != (want == "") {
			t.Errorf("%s: %q, want %q", pages[i].url, got, want)
		}
	}
}

func TestSearchesToCoverAreThoseThatTheTitleLacks(t *testing.T) {
	t.Parallel()
	p := page{url: "https://example.com/tents", title: "Tents" + suffix, queries: []string{"tents", "tents near me", "hammocks", "lightweight tent", "tents for two people who are very tall indeed"}}
	in := newTitleContext("short_title", suffix, []page{p})
	if got := in.toCover(p); len(got) != 1 || got[0] != "lightweight tent" {
		t.Errorf("%q", got)
	}
}

func TestWordsOfATitleToBeLostAreNotToBeCovered(t *testing.T) {
	t.Parallel()
	p := page{url: "https://example.com/bags/dunmore-compact-sleeping-bag", title: "Yarrow Double Sleeping Bag" + suffix, pagesWithTitle: 2, queries: []string{"double sleeping bag for couples", "compact sleeping bag"}}
	for issue, want := range map[string]string{"duplicate_title": "compact sleeping bag", "short_title": "double sleeping bag for couples"} {
		if got := newTitleContext(issue, suffix, []page{p}).toCover(p); len(got) == 0 || got[0] != want {
			t.Errorf("%s: %q", issue, got)
		}
	}
}

func TestAProductIsNotToCoverWhatAGuideAnswers(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]int{"https://example.com/product/cordless-watch": 0, "https://example.com/guides/cordless-watch": 1} {
		p := page{url: url, title: "Cordless watch", queries: []string{"how to wind a cordless watch"}}
		if got := newTitleContext("missing_description", suffix, []page{p}).toCover(p); len(got) != want {
			t.Errorf("%s: %q", url, got)
		}
	}
}

func TestATitleIsKeptByAPageThatItNames(t *testing.T) {
	t.Parallel()
	pages := []page{
		{url: "https://example.com/game/against-the-storm", title: "The Demon Crystal 3: Dark Storm"},
		{url: "https://example.com/game/nightwatchers", title: "The Demon Crystal 3: Dark Storm"},
		{url: "https://example.com/news/prosperity-update-3", title: "Prosperity update"},
		{url: "https://example.com/news/prosperity-update-2", title: "Prosperity update"},
		{url: "https://example.com/news", title: "News", isSectionHead: true},
		{url: "https://example.com/news/news", title: "News"},
		{url: "https://example.com/news/archive", title: "News"},
	}
	in := newTitleContext("duplicate_title", "", pages)
	for i, want := range []struct{ keeps, copyOf string }{
		{}, {}, {keeps: "Prosperity update"}, {copyOf: pages[2].url}, {keeps: "News"}, {copyOf: pages[4].url}, {},
	} {
		kept, _ := proposeTitle(pages[i], in)
		if (kept == pages[i].title) != (want.keeps != "") || in.copyOf(pages[i]) != want.copyOf {
			t.Errorf("%s: keeps %q, copy of %q", pages[i].url, kept, in.copyOf(pages[i]))
		}
	}
}

func TestOnlyWordsThatMakeTitlesTooLongAreTheTemplates(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Gas stove number %d - Buy online at the best price with free delivery":                  "Buy online at the best price with free delivery",
		"What we learned from user number %d, who moved all of their clusters in a single night": "",
	} {
		j := judge{suffix: suffix, minPages: 5, oneCauseShare: .8}
		sharedWords := func(isTemplate bool, count int) (words string, isOneChange bool) {
			row := map[string]any{"issue": "long_title", "is_template": isTemplate, "is_one_change": false, "effort_class": 2}
			var examples []map[string]string
			for n := range count {
				examples = append(examples, map[string]string{"title": fmt.Sprintf(title, n)})
			}
			j.addSharedWords(row, examples)
			return facts.Text(row, "shared_words"), row["is_one_change"] == true && row["effort_class"] == 1
		}
		if got, isOneChange := sharedWords(true, 6); got != want || isOneChange != (want != "") {
			t.Errorf("%q: %q, one change %v", title, got, isOneChange)
		}
		if got, isOneChange := sharedWords(true, 4); got != "" || isOneChange {
			t.Errorf("few titles tell nothing of a template: %q", got)
		}
		if got, isOneChange := sharedWords(false, 6); got != want || isOneChange != (want != "") {
			t.Errorf("%q: %q, one change %v, where other titles of the section are short", title, got, isOneChange)
		}
	}
}
