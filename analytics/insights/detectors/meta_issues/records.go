package metaissues

import (
	"slices"
	"strings"

	"upslope/analytics/facts"
)

// record is what a page shows of the thing that it is about.
type record struct{ title, heading, description string }

// mostOfRecord is how many pages show one record by mistake: more share a default.
const mostOfRecord = 3

// recordsOf finds pages that show the title, heading and description of another one: their data is wrong. By
// address, it names the page whose data it is, or quotes its heading where none is.
func recordsOf(rows []map[string]any) map[string]string {
	owners, others, headings := map[record]string{}, map[record][]string{}, map[record]string{}
	for p := range pagesWithSharedTitles(rows) {
		shown := record{strings.ToLower(p.title), strings.ToLower(p.heading), strings.ToLower(p.description)}
		headings[shown] = p.heading
		switch {
		case shown.heading == "" || shown.description == "" || !isReadable(p.slug()) || p.pagesWithTitle > mostOfRecord:
		case p.isNamedBy(p.title) || p.isNamedBy(p.heading):
			owners[shown] = p.url
		default:
			others[shown] = append(others[shown], p.url)
		}
	}
	records := map[string]string{}
	for shown, pages := range others {
		for _, page := range pages {
			if owner := owners[shown]; owner != "" {
				records[page] = owner
			} else if len(pages) > 1 {
				records[page] = quoted([]string{headings[shown]})
			}
		}
	}
	return records
}

// isAboutRecords reports whether the descriptions that a row wants are those of records to correct, which
// their titles ask for already.
func isAboutRecords(row map[string]any) bool {
	examples, _ := row["examples"].([]map[string]string)
	return facts.Text(row, "issue") == "duplicate_description" && facts.Number(row, "affected_pages") == float64(len(examples)) &&
		!slices.ContainsFunc(examples, func(example map[string]string) bool { return example["recordOf"] == "" && example["keeps"] == "" }) &&
		slices.ContainsFunc(examples, func(example map[string]string) bool { return example["recordOf"] != "" })
}

// addRecords names the page whose data a page shows.
func addRecords(records map[string]string, examples []map[string]string) {
	for _, example := range examples {
		example["recordOf"] = records[example["url"]]
	}
}
