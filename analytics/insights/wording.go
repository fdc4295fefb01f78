package insights

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/format"
)

// texts are the sentences for one case of a detector, [texts.<case>] of its detector.toml. Each is a
// text/template over the candidate's columns and:
//
//	.one    whether it is about one page
//	.where  where it is, for a template: under /blog
//	.layout what these pages are built from: the template of /blog/*
//	count           a number and its noun: {{count .pages "page"}}, or with both forms:
//	                {{count .pages "page has" "pages have"}}
//	countOrNo       the same, and no for 0: no conversion, 3 conversions
//	definiteCount   the same with its article: the page, the 3 pages
//	countAsSubject  the start of a sentence, with its verb (The page has, 3 pages have):
//	                {{countAsSubject .pages "page has" "pages have"}}
//	number          a number with separators: 1,136
//	percent         a share: 12%, 99.98%
//	money           a sum in its currency, with cents while they matter: {{money .spend .money}}, $0.78
//	about           the same as count, from a million on rounded: about 1.07 million times
//	span            a range with both ends: {{span .clicks_low .clicks_high}}
//	categories      whether all pages of a list are category pages
//	sign            the currency sign before a sum that the SQL has formatted: {{sign .money}}{{.spend}}
//	short           a path in full, or where there is no room for it in at most n characters, without its
//	                middle folders: {{short 40 .page}}; like all that names pages with the host where it is
//	                not .main_host
//	clip            the first n characters of a text: {{clip 40 .title}}
//	under           where pages of a folder are: under /blog; nothing for the whole site
//	path            a URL without scheme and host, in its own script, the middle left out when it is long
//	first           the first n of a list
//	hasWords        whether a text has all words of another: {{if hasWords .title .query}}
//	quoted          the first n texts of a list in quotes, and how many more there are
//	quotedBeside    as many of them as fit into a step beside a name: {{quotedBeside (path .page) .queries}}
//	sections        the queries that want a section: {{sections .add_section .query .headings_to_add}}
//	files           the paths of files, with the host where it is not the page's: {{files .files $.slowest}}
//	names           the paths of a list's URLs, or how many there are and where when they are many
type texts struct {
	Title        wording
	Summary      wording
	Instructions wording // one step a line; empty lines are dropped
}

func (t texts) render(columns map[string]any) (title, summary, instructions string, err error) {
	columns, _ = printable(columns).(map[string]any)
	if title, err = t.Title.renderTitle(columns); err != nil {
		return "", "", "", err
	}
	if summary, err = t.Summary.renderWith(columns, longestName); err != nil {
		return "", "", "", err
	}
	instructions, err = t.Instructions.renderSteps(columns)
	return title, withDomains(summary), withDomains(instructions), err
}

// encodedDomain is a domain with letters beyond ASCII, as machines write it.
var encodedDomain = regexp.MustCompile(`\bxn--[a-z0-9.-]*[a-z0-9]`)

// withDomains writes these as people do: one site has one name, whether a crawler or Search Console named it.
func withDomains(text string) string { return encodedDomain.ReplaceAllStringFunc(text, format.Domain) }

// printable is a value without what people type into searches and nobody sees: line breaks, and marks that
// turn the letters behind them round.
func printable(value any) any {
	switch value := value.(type) {
	case string:
		return strings.Map(func(r rune) rune {
			switch {
			case unicode.IsControl(r):
				return ' '
			case upslope.IsHidden(r):
				return -1
			}
			return r
		}, value)
	case []string:
		texts := make([]string, len(value))
		for i, text := range value {
			texts[i], _ = printable(text).(string)
		}
		return texts
	case []map[string]string:
		rows := make([]map[string]string, len(value))
		for i, row := range value {
			rows[i] = make(map[string]string, len(row))
			for name, text := range row {
				rows[i][name], _ = printable(text).(string)
			}
		}
		return rows
	case map[string]any:
		columns := make(map[string]any, len(value))
		for name, one := range value {
			columns[name] = printable(one)
		}
		return columns
	}
	return value
}

// wording is a template that detector.toml holds.
type wording struct{ *template.Template }

// UnmarshalText parses the template.
func (w *wording) UnmarshalText(text []byte) (err error) {
	w.Template, err = template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"about": about, "categories": areCategories, "count": count, "countOrNo": countOrNo, "definiteCount": definiteCount, "countAsSubject": countAsSubject, "number": number, "percent": percentOf,
		"money": moneyOf, "sign": format.Sign, "span": span, "clip": clip, "first": first, "hasWords": hasWords, "quoted": quoted, "sections": sections, "quotedBeside": quotedBeside,
	}).Funcs(naming{}.functions()).Parse(string(text))
	return err
}

// wholeTitle is how many characters of a title lists show, and namesShrink by how many names shrink until it
// has no more.
const wholeTitle, namesShrink = 70, 4

// renderTitle fills in the template of a title, with names of pages as long as it has room for.
func (w wording) renderTitle(columns map[string]any) (title string, err error) {
	for more := longestName; more >= 0; more -= namesShrink {
		if title, err = w.renderWith(columns, more); err != nil {
			return "", err
		}
		title = withDomains(title)
		if utf8.RuneCountInString(title) <= wholeTitle {
			return title, nil
		}
	}
	return withoutMiddle(title, longestTitle), nil
}

// render fills in the template. Runs of spaces become one space, and empty lines are dropped.
func (w wording) render(columns map[string]any) (string, error) { return w.renderWith(columns, 0) }

func (w wording) renderWith(columns map[string]any, more int) (string, error) {
	if w.Template == nil {
		return "", nil
	}
	executed := w.Template
	if mainHost := facts.Text(columns, "main_host"); mainHost != "" || more != 0 {
		named, err := w.Clone() // others may be filled in for another site meanwhile
		if err != nil {
			return "", err
		}
		executed = named.Funcs(naming{mainHost, more}.functions())
	}
	var b strings.Builder
	if err := executed.Execute(&b, columns); err != nil {
		return "", err
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// wordsOf adds what texts need to the columns of a candidate.
func wordsOf(columns map[string]any, entityType, template string) map[string]any {
	words := maps.Clone(columns)
	words["one"] = entityType == "page"
	words["where"], words["layout"] = "under "+strings.TrimSuffix(readable(template), "/*"), "the template of "+readable(template)
	if template == wholeSite {
		words["where"], words["layout"] = "across the site", "the site's layout"
	}
	return words
}

// wholeSite is the template of all pages.
const wholeSite = "/*"

func count(n any, nouns ...string) (string, error) {
	amount, ok := amountOf(n)
	if !ok || len(nouns) == 0 {
		return "", fmt.Errorf("count wants a number and a noun, not %v", n)
	}
	noun := nouns[0]
	switch {
	case amount == 1:
	case len(nouns) > 1:
		noun = nouns[1]
	default:
		noun += "s"
	}
	return separated(amount) + " " + noun, nil
}

func definiteCount(n any, noun string) (string, error) {
	if amount, ok := amountOf(n); ok && amount == 1 {
		return "the " + noun, nil
	}
	counted, err := count(n, noun)
	return "the " + counted, err
}

func countOrNo(n any, noun string) (string, error) {
	if amount, ok := amountOf(n); ok && amount == 0 {
		return "no " + noun, nil
	}
	return count(n, noun)
}

func countAsSubject(n any, one, many string) (string, error) {
	if amount, ok := amountOf(n); ok && amount == 1 {
		return "The " + one, nil
	}
	return count(n, one, many)
}

func number(n any) (string, error) {
	amount, ok := amountOf(n)
	if !ok {
		return "", fmt.Errorf("number wants a number, not %v", n)
	}
	return separated(amount), nil
}

func percentOf(n any) (string, error) {
	amount, ok := amountOf(n)
	if !ok {
		return "", fmt.Errorf("percent wants a number, not %v", n)
	}
	return format.Percent(amount, 0), nil
}

func moneyOf(n any, currency string) (string, error) {
	amount, ok := amountOf(n)
	if !ok {
		return "", fmt.Errorf("money wants a number, not %v", n)
	}
	return format.Money(amount, currency), nil
}

// separated writes a whole number.
func separated(n float64) string { return format.Number(n, 0) }

// hasWords compares words without their plural; scripts that write words without spaces have them inside of
// others.
func hasWords(text, words string) bool {
	has, lower := map[string]bool{}, strings.ToLower(text)
	for _, word := range wordsIn(lower) {
		has[singular(word)] = true
	}
	for _, word := range wordsIn(strings.ToLower(words)) {
		if !has[singular(word)] && (isLatin(word) || !strings.Contains(lower, word)) {
			return false
		}
	}
	return true
}

func wordsIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) })
}

func singular(word string) string {
	if len(word) > 3 {
		return strings.TrimSuffix(strings.TrimSuffix(word, "s"), "e")
	}
	return word
}

func isLatin(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}

func quoted(n int, list []string) string {
	var words []string
	for _, text := range list[:min(n, len(list))] {
		words = append(words, "“"+text+"”")
	}
	if more := len(list) - len(words); more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words, ", "), more)
	}
	return format.Joined(words)
}

// amountOf reads a number of a column, or of a list, whose values are all texts.
func amountOf(value any) (float64, bool) {
	if text, ok := value.(string); ok {
		amount, err := strconv.ParseFloat(text, 64)
		return amount, err == nil
	}
	return facts.Float(value)
}
