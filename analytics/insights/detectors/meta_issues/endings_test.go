package metaissues

import (
	"fmt"
	"testing"

	"upslope/analytics/facts"
)

func TestATitleThatEndsTwiceLosesOneEndingAndNothingElse(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"All  Articles | FinalBoss.io | FinalBoss.io":  "All  Articles | FinalBoss.io",
		"All Articles | FinalBoss.io":                  "All Articles | FinalBoss.io",
		"Boss | FinalBoss.io | Boss | FinalBoss.io":    "Boss | FinalBoss.io | Boss | FinalBoss.io",
		"Aion | FinalBoss.io | FinalBoss.io | Unknown": "Aion | FinalBoss.io | FinalBoss.io | Unknown",
	} {
		if got := endedOnce(title, "| FinalBoss.io"); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// The file of a fault corrects that fault in every title; what is too long after it is another file's.
func TestTitlesThatStayTooLongAreNoReasonToRewriteTheOthers(t *testing.T) {
	t.Parallel()
	const ending = " | Example"
	details := `Ends with "| Example" twice`
	long := "Is a very big screen worth its price for games that are slow?"
	examples := []map[string]string{
		{"url": "https://example.com/a", "title": "Tents for the whole family" + ending + ending, "details": details},
		{"url": "https://example.com/b", "title": long + ending + ending, "details": details},
	}
	judge{suffix: ending}.addProposals("repeated_suffix", examples)
	short, tooLong := examples[0], examples[1]
	if short["live"] != "Tents for the whole family | Example | Example" || short["proposal"] != "Tents for the whole family | Example" || short["tooLong"] != "" {
		t.Errorf("%v", short)
	}
	if tooLong["live"] != long+ending+ending || tooLong["proposal"] != long+ending || tooLong["tooLong"] == "" {
		t.Errorf("%v", tooLong)
	}
}

func TestATextSaysHowManyPagesOneChangeSettles(t *testing.T) {
	t.Parallel()
	row := map[string]any{"issue": "long_description", "affected_pages": uint64(3), "examples": []map[string]string{{"newDescription": "One."}, {"newDescription": "Two."}, {}}}
	addReady(row, "")
	if facts.Number(row, "ready_texts") != 2 || facts.Number(row, "texts_to_write") != 1 || row["mostly_blank"] != false || row["is_counted"] != true {
		t.Errorf("%v", row)
	}
	row = map[string]any{"issue": "duplicate_title", "affected_pages": uint64(9), "examples": []map[string]string{{"stays": "1", "proposal": "Tents"}, {"proposal": "Lake tents"}, {}, {}}}
	if addReady(row, "| Example"); row["mostly_blank"] != true || row["is_counted"] != false || row["site_ending"] != "| Example" {
		t.Errorf("a list of blanks: %v", row)
	}
}

func TestARedirectIsProposedOnlyToWhatCanReplaceThePage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"/dev/peps/pep-0234.html", "/dev/peps/pep-0234/", true},
		{"/tents/blue-tent.html", "/shop/blue-tent", true},
		{"/2020/01/how-to-sleep", "/how-to-sleep/", true},
		{"/2020/01/weekly-news", "/2021/07/weekly-news", false},
		{"/2.5.1/Python25.chm.asc", "/ftp/python/2.5/Python25.chm.asc", false},
		{"/download/releases/2.6.3/license", "/download/releases/python-315/license", false},
		{"/old/license/", "/new/license/", false},
		{"/old/archive.zip", "/new/archive.zip", false},
		{"/old/archive.zip.sha256", "/new/archive.zip.sha256", false},
		{"/docs/v1/webhooks", "/docs/webhooks", false},
	} {
		if got := mayReplace("https://example.com"+c.from, "https://example.com"+c.to); got != c.want {
			t.Errorf("%s to %s: %v", c.from, c.to, got)
		}
	}
}

func TestATitleIsNeverCutToLessThanHalfOfItsWords(t *testing.T) {
	t.Parallel()
	const site = " | Python.org"
	for title, want := range map[string]string{
		"Software Engineer for Data Platforms -- Python/C++ and SWIG for our own Tools, Integrated Informatics Inc." + site: "",
		"D-Link Australia Uses Python to Control Firmware Updates" + site:                                                   "D-Link Australia Uses Python to Control Firmware Updates",
	} {
		p := page{url: "https://python.org/jobs/1", title: title}
		if got, _ := proposeTitle(p, newTitleContext("long_title", site, []page{p})); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestAHeadingIsNoFolderNameAndNoSlogan(t *testing.T) {
	t.Parallel()
	shared := "Welcome to Example"
	pages := []page{
		{url: "https://example.com/", title: "Your ultimate destination | Example", pagesWithTitle: 1},
		{url: "https://example.com/shell/", title: shared, pagesWithTitle: 3},
		{url: "https://example.com/blog/", title: shared, pagesWithTitle: 3},
	}
	in := newTitleContext("missing_h1", " | Example", pages)
	for i, want := range []string{"", "", "Blog"} {
		if got, _ := proposeHeading(pages[i], "missing_h1", in); got != want {
			t.Errorf("%s: %q, want %q", pages[i].url, got, want)
		}
	}
}

// A shared ending of long titles goes first, even if most titles are still too long without it.
func TestAnEndingThatMostLongTitlesShareGoesFirst(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"How a firm in country %d uses our language to control all of its oldest firmware | Our Success Stories | Larkspur": "Our Success Stories",
		"How a firm in country %d uses our language to control all of its oldest firmware, its tools and its tests":         "",
	} {
		var examples []map[string]string
		for n := range 6 {
			examples = append(examples, map[string]string{"title": fmt.Sprintf(title, n)})
		}
		row := map[string]any{"issue": "long_title"}
		judge{suffix: " | Larkspur", minPages: 5, oneCauseShare: .8}.addSharedWords(row, examples)
		if row["shared_words"] != want || row["is_ending_enough"] != false || examples[0]["withoutShared"] != "" {
			t.Errorf("%q: %q, enough %v", title, row["shared_words"], row["is_ending_enough"])
		}
	}
}

func TestATitleOfWhichOnlyTheSharedEndingIsCutOffShowsItsOwnWords(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]bool{
		"A firm in country %d uses our language to control its firmware | Our Success Stories | Larkspur": true,
		"What we learned from user number %d, who moved all of their clusters in a single night":          false,
	} {
		var examples []map[string]string
		for n := range 6 {
			examples = append(examples, map[string]string{"title": fmt.Sprintf(title, n)})
		}
		row := map[string]any{"issue": "long_title"}
		judge{suffix: " | Larkspur", minPages: 5, oneCauseShare: .8}.addSharedWords(row, examples)
		if row["own_words_show"] != want || want && !isTrifle(row) {
			t.Errorf("%q: %v", title, row["own_words_show"])
		}
	}
}
