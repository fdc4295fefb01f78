package metaissues

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"upslope/analytics/insights/snippets"
)

// words of six scripts, of which random titles are made.
func scripts() map[string][]string {
	return map[string][]string{
		"latin":    strings.Fields("hiking boots waterproof tents family camping stove light winter guide sizes reviews Oslo delivery trail the for and of with"),
		"cyrillic": strings.Fields("палатки купить цена походные ботинки зимние обзор для семьи легкие доставка Казахстан горелки и на в характеристики"),
		"greek":    strings.Fields("σκηνές για όλους ορειβατικά μποτάκια χειμώνας οδηγός τιμές κριτικές ελαφριά και αγορά Αθήνα"),
		"arabic":   strings.Fields("خيام عائلية أحذية المشي الشتاء دليل أسعار مراجعات خفيفة شراء دبي توصيل من في على"),
		"hebrew":   strings.Fields("אוהלים משפחתיים נעלי הליכה חורף מדריך מחירים ביקורות קל קנייה תל אביב משלוח של עם"),
		"japanese": {"登山靴", "テント", "おすすめ", "軽量", "防水", "冬用", "比較", "ガイド", "家族向け", "送料無料", "東京", "口コミ", "価格", "の", "と"},
	}
}

// randomPage has texts as on real sites: with and without suffixes, separators, lists, sentences, repeated.
func randomPage(r *rand.Rand, words []string, joint, siteSuffix string, n int) page {
	text := func(least, most int) string {
		picked := make([]string, least+r.IntN(most-least+1))
		for i := range picked {
			picked[i] = words[r.IntN(len(words))]
		}
		return strings.Join(picked, joint)
	}
	parts := []string{text(1, 8)}
	for range r.IntN(3) {
		parts = append(parts, text(1, 9))
	}
	p := page{
		url: fmt.Sprintf("https://example.com/%s-%d", []string{"tents", "p", "lake-stoves"}[r.IntN(3)], n), isMeasured: r.IntN(2) == 0, isSectionHead: r.IntN(9) == 0,
		title:   strings.Join(parts, []string{" | ", " – ", " - "}[r.IntN(3)]) + strings.Repeat(siteSuffix, r.IntN(3)),
		heading: text(0, 9), description: text(3, 20) + ", " + text(2, 9) + ". " + text(3, 30) + ".", pagesWithHeading: r.IntN(3), titlesLikeHeading: r.IntN(4) / 3,
	}
	switch r.IntN(6) {
	case 0:
		p.title = words[0] + joint + words[1] + siteSuffix // shared by pages
	case 1:
		p.title = strings.Join([]string{words[0], words[1], words[2]}, ", ") + " - " + p.title
	}
	if r.IntN(2) == 0 {
		p.queries = []string{text(1, 3)}
	}
	return p
}

// Whatever the texts of a site are, a proposed title is one that a person could paste.
func TestProposedTitlesKeepTheRulesInEveryScript(t *testing.T) {
	t.Parallel()
	const siteSuffix = " | Larkspur"
	proposed := map[string]int{}
	for script, words := range scripts() {
		joint := " "
		if script == "japanese" {
			joint = ""
		}
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 7))
			pages := make([]page, 8)
			for i := range pages {
				pages[i] = randomPage(r, words, joint, siteSuffix, i)
			}
			for _, issue := range []string{"missing_title", "duplicate_title", "long_title", "short_title", "repeated_suffix"} {
				if issue == "missing_title" {
					for i := range pages {
						pages[i].title = ""
					}
				}
				checkTitles(t, script, issue, siteSuffix, pages, proposed)
				for i := range pages {
					if issue == "missing_title" {
						pages[i] = randomPage(r, words, joint, siteSuffix, i)
					}
				}
			}
		}
	}
	for script := range scripts() {
		if proposed[script] < 30 {
			t.Errorf("only %d titles were proposed in %s", proposed[script], script)
		}
	}
}

// checkTitles holds the rules of proposals for the pages of a task.
func checkTitles(t *testing.T, script, issue, siteSuffix string, pages []page, proposed map[string]int) {
	t.Helper()
	in := newTitleContext(issue, siteSuffix, pages)
	taken := map[string]string{}
	kept := map[string]string{}
	for _, p := range pages {
		title, ok := proposeTitle(p, in)
		if !ok {
			continue
		}
		fail := func(rule string) { t.Helper(); t.Errorf("%s, %s: %q of %+v: %s", script, issue, title, p, rule) }
		if issue == "duplicate_title" && title == p.title {
			if kept[strings.ToLower(title)] != "" {
				fail("kept by two pages")
			}
			kept[strings.ToLower(title)] = p.url
			continue
		}
		proposed[script]++
		if sameText(title, p.title) {
			fail("is the title it has")
		}
		if taken[strings.ToLower(title)] != "" {
			fail("is proposed twice")
		}
		taken[strings.ToLower(title)] = p.url
		pixels, letters := snippets.TitlePixels(title), snippets.Letters(title)
		if pixels > 561 || !p.isMeasured && letters > 60 {
			fail("is too long")
		}
		// A page's own name says more than a title that others have too, however short it is.
		isOwnName := issue == "duplicate_title" && title == in.ownName(p)
		if !isOwnName && (p.isMeasured && pixels < 200 || !p.isMeasured && letters < 30) {
			fail("is too short")
		}
		if strings.Count(title, "Larkspur") > 1 {
			fail("names the site twice")
		}
		// Only where a title is too short, or another's, does its ending help.
		if strings.Contains(title, "Larkspur") && p.title != "" && !strings.Contains(p.title, "Larkspur") && title != p.title+siteSuffix && issue != "duplicate_title" {
			fail("names the site where it was not named")
		}
		for _, query := range p.queries {
			for _, word := range keyWords(query) {
				if hasWord(keyWords(p.title), word) && !hasWord(keyWords(title), word) {
					fail("loses what people search for")
				}
			}
		}
		for _, word := range strings.Fields(strings.ReplaceAll(title, ":", "")) {
			source := strings.ToLower(p.title + " " + p.heading + " " + p.description + " " + p.slug() + siteSuffix)
			if !strings.Contains(source, strings.ToLower(word)) {
				fail("has a word that the page has not: " + word)
			}
		}
		if last := title[strings.LastIndexByte(title, ' ')+1:]; strings.ContainsAny(last, "|–-,:") || strings.HasSuffix(title, "…") {
			fail("ends where no part ends")
		}
	}
}
