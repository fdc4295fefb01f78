package analytics

import (
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"
	"text/template"
)

// texts says one case of a detector in words. Each is a text/template over the candidate's columns, besides:
//
//	.one    whether it is about one page
//	.where  where it is, for a template: under /blog/*
//	count   a number and its noun: {{count .pages "page"}}, or with both forms: {{count .pages "page has" "pages have"}}
//	number  a number with separators: 1,136
//	path    a URL without scheme and host
//	first   the first n of a list
//	contains  whether a text has a part
type texts struct {
	Title        wording
	Summary      wording
	Instructions wording // one step a line; empty lines are dropped
}

func (t texts) say(columns map[string]any) (title, summary, instructions string, err error) {
	if title, err = t.Title.say(columns); err != nil {
		return "", "", "", err
	}
	if summary, err = t.Summary.say(columns); err != nil {
		return "", "", "", err
	}
	instructions, err = t.Instructions.say(columns)
	return title, summary, instructions, err
}

// wording is a template that detector.toml holds.
type wording struct{ *template.Template }

// UnmarshalText parses the template.
func (w *wording) UnmarshalText(text []byte) (err error) {
	w.Template, err = template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"count": count, "number": number, "path": pathOf, "first": first, "contains": strings.Contains,
	}).Parse(string(text))
	return err
}

// say fills the template in; runs of blanks become one, and so do line breaks.
func (w wording) say(columns map[string]any) (string, error) {
	if w.Template == nil {
		return "", nil
	}
	var b strings.Builder
	if err := w.Execute(&b, columns); err != nil {
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
	words["where"] = where(template)
	return words
}

// where says where the pages of a template are.
func where(template string) string {
	if template == "/*" {
		return "across the site"
	}
	return "under " + template
}

func count(n any, nouns ...string) (string, error) {
	amount, ok := asFloat(n)
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

func number(n any) (string, error) {
	amount, ok := asFloat(n)
	if !ok {
		return "", fmt.Errorf("number wants a number, not %v", n)
	}
	return separated(amount), nil
}

// separated writes a whole number with commas between thousands.
func separated(n float64) string {
	digits := strconv.FormatFloat(n, 'f', 0, 64)
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	if path := u.RequestURI(); path != "/" {
		return path
	}
	return address
}

func first(n int, list []map[string]string) []map[string]string {
	return list[:min(n, len(list))]
}

// asFloat reads any number that a query can answer.
func asFloat(value any) (float64, bool) {
	switch n := value.(type) {
	case float64:
		return n, true
	case float32:
		return float64(n), true
	case int:
		return float64(n), true
	case int8:
		return float64(n), true
	case int16:
		return float64(n), true
	case int32:
		return float64(n), true
	case int64:
		return float64(n), true
	case uint8:
		return float64(n), true
	case uint16:
		return float64(n), true
	case uint32:
		return float64(n), true
	case uint64:
		return float64(n), true
	}
	return 0, false
}
