package metaissues

import (
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/insights/snippets"
)

// isTrifle reports whether a row is the length of one page's description, which is not proven to cost
// anything.
func isTrifle(row map[string]any) bool {
	issue := facts.Text(row, "issue")
	return (issue == "long_description" || issue == "short_description") && facts.Number(row, "affected_pages") == 1 && row["more_clicks"] == nil
}

// addSharedWords adds the words that end most of the long titles, where the template writes these and most of
// them fit without; only then one change shortens them.
func (j judge) addSharedWords(row map[string]any, examples []map[string]string) {
	row["shared_words"] = ""
	if facts.Text(row, "issue") != "long_title" || facts.Number(row, "is_template") == 0 || len(examples) < j.minPages {
		return
	}
	shared, most, words := map[string]int{}, 0, ""
	in := titleContext{suffix: j.suffix}
	for _, example := range examples {
		title := tidy(example["title"])
		own := in.own(title)
		parts := splitTitle(own)
		last := parts[len(parts)-1]
		rest := strings.TrimSuffix(own, last.separator+last.text) + strings.TrimPrefix(title, own)
		if len(parts) == 1 || snippets.TitlePixels(rest) > maxTitlePixels {
			continue
		}
		ending := last.separator + last.text
		if shared[ending]++; shared[ending] > most {
			most, words = shared[ending], last.text
		}
	}
	if float64(most) >= j.oneCauseShare*float64(len(examples)) {
		row["shared_words"], row["is_one_change"], row["effort_class"] = words, true, 1
	}
}
