package metaissues

import (
	"strings"

	"upslope/analytics/facts"
)

// record is what a page shows of the thing that it is about.
type record struct{ title, heading, description string }

// recordsOf finds pages that show the title, heading and description of another one and are named otherwise: their
// data is wrong, not their wording. By address, it names the page whose data it is.
func recordsOf(rows []map[string]any) map[string]string {
	owners, others := map[record]string{}, map[record][]string{}
	for _, row := range rows {
		if facts.Text(row, "issue") != "duplicate_title" {
			continue
		}
		examples, _ := row["examples"].([]map[string]string)
		for _, example := range examples {
			p := pageOf(func(name string) string { return example[name] }, facts.Text(row, "template"))
			shown := record{strings.ToLower(p.title), strings.ToLower(p.heading), strings.ToLower(p.description)}
			switch {
			case shown.heading == "" || shown.description == "" || !isReadable(p.slug()):
			case p.isNamedBy(p.title) || p.isNamedBy(p.heading):
				owners[shown] = p.url
			default:
				others[shown] = append(others[shown], p.url)
			}
		}
	}
	records := map[string]string{}
	for shown, pages := range others {
		for _, page := range pages {
			if owner := owners[shown]; owner != "" {
				records[page] = owner
			}
		}
	}
	return records
}

// addRecords names the page whose data a page shows.
func addRecords(records map[string]string, examples []map[string]string) {
	for _, example := range examples {
		example["recordOf"] = records[example["url"]]
	}
}
