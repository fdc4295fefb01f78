package metaissues

import (
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/insights/snippets"
)

// isTrifle reports whether a row is the length of one page's description, which is not proven to cost anything.
func isTrifle(row map[string]any) bool {
	issue := facts.Text(row, "issue")
	return (issue == "long_description" || issue == "short_description") && facts.Number(row, "affected_pages") == 1 && row["more_clicks"] == nil
}

// addSharedWords adds the words that the template writes into most of the long titles, if most of these fit without
// them; only then one change shortens them.
func (j judge) addSharedWords(row map[string]any, examples []map[string]string) {
	row["shared_words"] = ""
	if facts.Text(row, "issue") != "long_title" {
		return
	}
	shared, most := map[string]int{}, 0
	in := titleContext{suffix: j.suffix}
	for _, example := range examples {
		title := tidy(example["title"])
		parts := splitTitle(in.own(title))
		last := parts[len(parts)-1]
		words := last.separator + last.text
		if rest := strings.Replace(title, words, "", 1); len(parts) == 1 || snippets.TitlePixels(rest) > maxTitlePixels {
			continue
		}
		if shared[words]++; shared[words] > most {
			most, row["shared_words"] = shared[words], last.text
		}
	}
	switch {
	case len(examples) < minSharing || float64(most) < sharingShare*float64(len(examples)):
		row["shared_words"] = ""
	default:
		row["is_one_change"], row["effort_class"] = true, 1
	}
}

// How many titles, and which share of them, have words of the template.
const (
	minSharing   = 5
	sharingShare = .8
)
