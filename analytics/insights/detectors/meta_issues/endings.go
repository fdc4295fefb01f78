package metaissues

import (
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/insights/snippets"
)

// endingIn is what the details of an issue quote; "" for nothing.
func endingIn(details string) string {
	if quoted := strings.SplitN(details, `"`, 3); len(quoted) == 3 {
		return quoted[1]
	}
	return ""
}

// endedOnce is a title that ends with the same words several times with them once, else letter for letter.
func endedOnce(title, ending string) string {
	for ending != "" {
		rest := strings.TrimSpace(strings.TrimSuffix(title, ending))
		if len(rest) == len(title) || !strings.HasSuffix(rest, ending) {
			break
		}
		title = rest
	}
	return title
}

// addEnding proposes for a title that ends with the same words twice what it is without one of them, and a
// shorter one where that is still too long.
func (in titleContext) addEnding(p page, example map[string]string) {
	example["tooLong"], example["shorter"] = "", ""
	if in.issue != "repeated_suffix" {
		return
	}
	short := example["proposal"]
	example["proposal"] = endedOnce(example["title"], example["ending"])
	if snippets.TitlePixels(example["proposal"]) <= maxTitlePixels && (p.isMeasured || snippets.Letters(example["proposal"]) <= maxTitle) {
		return
	}
	example["tooLong"] = "1"
	if !sameText(short, example["proposal"]) {
		example["shorter"] = short
	}
}

// readyIn is the column with what somebody can paste, by issue.
var readyIn = map[string]string{
	"missing_title": "proposal", "duplicate_title": "proposal", "short_title": "proposal", "long_title": "proposal",
	"long_description": "newDescription", "missing_h1": "newHeading",
}

// addReady counts the pages with a text to paste and those that need one of a writer. Where most would be
// blank a file of them helps nobody: the rule for the texts does.
func addReady(row map[string]any, siteEnding string) {
	issue := facts.Text(row, "issue")
	column, examples := readyIn[issue], examplesOf(row)
	row["site_ending"] = siteEnding
	row["ready_texts"], row["texts_to_write"], row["mostly_blank"], row["still_long"] = 0, 0, false, countWith(examples, "tooLong")
	row["is_counted"] = facts.Number(row, "affected_pages") <= float64(len(examples))
	if column == "" {
		return
	}
	ready, blank, guided := 0, 0, 0
	for _, example := range examples {
		switch {
		case example["stays"]+example["recordOf"]+example["twin"]+example["copyOf"] != "":
			guided++
		case example[column] != "":
			ready++
		default:
			guided += btoi(issue != "long_description" && example["cover"] != "")
			blank++
		}
	}
	row["ready_texts"], row["texts_to_write"] = ready, blank
	row["mostly_blank"] = 2*blank > ready+blank && 2*blank > len(examples)-guided
}

func examplesOf(row map[string]any) []map[string]string {
	examples, _ := row["examples"].([]map[string]string)
	return examples
}
