// Package keywordopportunity values queries in striking distance or with a CTR gap, and proposes changes of
// their pages: titles, descriptions, headings and links.
//
// It owns the test of gaps, which page can answer a query, the value and the proposals; the SQL beside it has
// the figures.
package keywordopportunity

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	"upslope/analytics/insights/snippets"
)

// judge has the detector parameters that values and proposals need.
type judge struct {
	rates
	empty          *regexp.Regexp
	targets        []string
	maxTitle       float64
	maxDescription float64
}

// Judge values the rows of detector.sql, merges queries with the same intent and adds proposals. It drops
// queries that are worth too little or that another page of the site should serve.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	empty, err := regexp.Compile(facts.Text(params, "empty_words"))
	if err != nil {
		return nil, fmt.Errorf("empty_words: %w", err)
	}
	targets, _ := params["targets"].([]string)
	j := judge{rates{facts.Numbers(params, "ctr"), params}, empty, targets, facts.Number(params, "max_title"), facts.Number(params, "max_description")}
	rows = slices.DeleteFunc(rows, func(row map[string]any) bool { return !j.classify(row) })
	rows = j.tasks(rows)
	rows = rows[:min(len(rows), int(facts.Number(params, "max_insights")))]
	return slices.DeleteFunc(rows, func(row map[string]any) bool { return !j.add(row) }), nil
}

var endings = regexp.MustCompile(`(e?s|e)$`)

// stems returns the stemmed words of a text, without stop words.
func (j judge) stems(text string) []string {
	var stems []string
	for _, word := range snippets.Words(text) {
		if j.empty.MatchString(word) {
			continue
		}
		if len([]rune(word)) > 3 {
			word = endings.ReplaceAllString(word, "")
		}
		if word != "" && !slices.Contains(stems, word) {
			stems = append(stems, word)
		}
	}
	return stems
}

// subjects returns the stems of a query without words of price and place.
func (j judge) subjects(query string) []string { return j.stems(intent.WithoutWish(query)) }

var unspaced = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Arabic}\p{Hebrew}]`)

// hasWords reports whether a text contains all stems, as substrings in scripts without spaces or with
// attached articles.
func (j judge) hasWords(text string, stems []string) bool {
	if hasAll(j.stems(text), stems) {
		return true
	}
	lower := strings.ToLower(text)
	return unspaced.MatchString(text) && !slices.ContainsFunc(stems, func(stem string) bool { return !strings.Contains(lower, stem) })
}

var localeFolder = regexp.MustCompile(`^(https?://[^/]+)/(?:[a-z]{2}(?:[-_][a-zA-Z]{2})?)(?:/|$)`)

// areTwins reports whether two URLs are variants of one page: other parameters, country or language.
func areTwins(one, other string) bool {
	bare := func(page string) string {
		page, _, _ = strings.Cut(page, "?")
		return localeFolder.ReplaceAllString(page, "$1/")
	}
	return bare(one) == bare(other)
}

func hasAll(some, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(one string) bool { return !slices.Contains(some, one) })
}

func hasAny(some, wanted []string) bool {
	return slices.ContainsFunc(wanted, func(one string) bool { return slices.Contains(some, one) })
}

// without filters a list; never nil, so that templates and JSON get a list.
func without(some []string, drop func(string) bool) []string {
	left := []string{}
	for _, one := range some {
		if !drop(one) {
			left = append(left, one)
		}
	}
	return left
}
