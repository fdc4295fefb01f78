package metaissues

import (
	"slices"

	"upslope/analytics/facts"
)

// addChanges tells the pages that get another title from those that keep a shared one. Titles and steps count
// the former, and name the latter last.
func addChanges(row map[string]any) {
	examples := examplesOf(row)
	row["pages_to_change"], row["to_change"], row["staying"] = row["affected_pages"], examples, []map[string]string(nil)
	if facts.Text(row, "issue") != "duplicate_title" || facts.Number(row, "copied_pages") > 0 {
		return
	}
	var changing, staying []map[string]string
	for _, example := range examples {
		if example["stays"] != "" && example["twin"] == "" {
			staying = append(staying, example)
		} else {
			changing = append(changing, example)
		}
	}
	changes := int(facts.Number(row, "affected_pages")) - len(staying)
	row["examples"] = slices.Concat(changing, staying)
	row["pages_to_change"], row["to_change"], row["staying"] = changes, changing, staying
	row["pages_to_do"], row["not_named"] = changes, max(0, changes-namedInSteps)
}
