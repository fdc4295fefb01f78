// Package linktargetsbysearch leaves only links between pages on one subject.
//
// It owns this choice; the SQL beside it says what links to a page are worth, and which pages could have
// them.
package linktargetsbysearch

import (
	"slices"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
)

// Judge takes pages that are about something else out of the rows of detector.sql: those that appear for a
// query of the page come first, those of its folder where there are none.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	for _, row := range rows {
		sources, _ := row["linked_from"].([]map[string]string)
		sources = slices.DeleteFunc(slices.Clone(sources), func(link map[string]string) bool {
			return !intent.IsOnSubject(link["source"], link["title"], facts.Text(row, "page"), link["anchor"], facts.Text(row, "page_language"))
		})
		isOfFolder := func(link map[string]string) bool { return link["folder"] != "" }
		if first := slices.IndexFunc(sources, isOfFolder); first > 0 {
			sources = sources[:first]
		} else if first == 0 {
			sources = sources[:min(len(sources), int(facts.Number(params, "folder_sources")))]
		}
		row["linked_from"], row["source_pages"] = sources, uint64(len(sources))
	}
	return rows, nil
}
