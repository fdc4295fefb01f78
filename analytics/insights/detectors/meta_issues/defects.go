package metaissues

import (
	"cmp"
	"slices"
	"strings"

	"upslope/analytics/facts"
)

// doublings are words that nobody writes twice on purpose, unlike those of names such as Bora Bora.
var doublings = []string{"dr", "dr.", "mr.", "mrs.", "prof", "prof.", "the", "of", "for", "and", "in", "with"}

// doubledWord is the first word that stands twice in a row without a reason; "" without one.
func doubledWord(text string) string {
	words := strings.Fields(text)
	for i := 1; i < len(words); i++ {
		if strings.EqualFold(words[i], words[i-1]) && slices.Contains(doublings, strings.ToLower(words[i])) {
			return words[i]
		}
	}
	return ""
}

// undoubled writes such a word once.
func undoubled(text string) string {
	for word := doubledWord(text); word != ""; word = doubledWord(text) {
		words := strings.Fields(text)
		for i := 1; i < len(words); i++ {
			if words[i] == word && strings.EqualFold(words[i], words[i-1]) {
				words = slices.Delete(words, i, i+1)
				break
			}
		}
		text = strings.Join(words, " ")
	}
	return text
}

// addTitleDefects adds what the template of shared titles does wrong, and how it could name pages: in front
// of the shared text where that leaves room, else by their own names.
func addTitleDefects(row map[string]any) {
	row["doubled_word"], row["own_name"], row["adds_to_shared"], row["named_by_address"] = "", "", false, false
	if facts.Text(row, "issue") != "duplicate_title" {
		return
	}
	byAddress := ""
	for _, example := range examplesOf(row) {
		proposal, title := example["proposal"], example["title"]
		if word := doubledWord(title); word != "" && facts.Text(row, "doubled_word") == "" {
			row["doubled_word"] = word
		}
		if proposal == "" || proposal == title {
			continue
		}
		if strings.HasSuffix(proposal, title) {
			row["adds_to_shared"] = true
		}
		if example["byAddress"] != "" {
			byAddress = cmp.Or(byAddress, proposal)
			continue // the page itself may show a better name
		}
		if facts.Text(row, "own_name") == "" {
			row["own_name"] = proposal
		}
	}
	if byAddress == "" || facts.Text(row, "own_name") != "" {
		return
	}
	if row["named_by_address"] = row["adds_to_shared"]; row["adds_to_shared"] == false {
		row["own_name"] = byAddress
	}
}
