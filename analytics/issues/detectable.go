package issues

import (
	"slices"

	"upslope"
)

// needs are the fields that rules.Find requires for a type of issue: one of each group.
type needs struct {
	issueType string
	groups    [][]string
}

func issueNeeds() []needs {
	one := func(fields ...string) []string { return fields }
	return []needs{
		{"server_error", [][]string{one("status_code")}},
		{"broken_page", [][]string{one("status_code"), one("inlinks", "unique_inlinks")}},
		{"canonical_to_broken_page", [][]string{one("canonical"), one("status_code")}},
		{"canonical_to_noindex", [][]string{one("canonical"), one("meta_robots", "x_robots_tag", "noindex", "indexability_status")}},
		{"canonical_to_redirect", [][]string{one("canonical"), one("redirect_url")}},
		{"canonical_chain", [][]string{one("canonical"), one("status_code")}},
		{"missing_title", [][]string{one("title")}},
		{"redirect_chain", [][]string{one("redirect_url")}},
		{"redirect_loop", [][]string{one("redirect_url")}},
		{"duplicate_title", [][]string{one("title")}},
		{"long_title", [][]string{one("title")}},
		{"missing_description", [][]string{one("description")}},
		{"duplicate_description", [][]string{one("description")}},
		{"missing_h1", [][]string{one("h1")}},
		{"short_title", [][]string{one("title")}},
		{"long_description", [][]string{one("description")}},
		{"short_description", [][]string{one("description")}},
		{"several_h1", [][]string{one("h1"), one("h1_second", "h1_count", "occurrences")}},
		{"images_without_alt", [][]string{one("images_without_alt")}},
		{"missing_return_link", [][]string{one("hreflang")}},
		{"repeated_suffix", [][]string{one("title")}},
		{"duplicate_h1", [][]string{one("h1")}},
		{"linked_redirect", [][]string{one("redirect_url"), one("inlinks", "unique_inlinks")}},
		{"linked_canonicalized", [][]string{one("canonical"), one("status_code"), one("title"), one("inlinks", "unique_inlinks")}},
		{"empty_h1", [][]string{one("h1"), one("h1_second")}},
		{"no_canonicals", [][]string{one("canonical"), one("status_code")}},
		{"slash_twins", [][]string{one("canonical"), one("status_code")}},
		{"forbidden_page", [][]string{one("status_code"), one("inlinks", "unique_inlinks")}},
		{"broken_outlinks", nil},
	}
}

// Detectable lists the types of issue that a crawl of these files can show. For any other type, absence does
// not mean that issues are gone. A part of a report shows only what it covers.
func Detectable(files []upslope.Upload) []string {
	types := []string{}
	for _, needed := range issueNeeds() {
		if covered(files, needed) || needed.issueType == "images_without_alt" && listsAllImages(files) || len(needed.groups) > 0 &&
			!slices.ContainsFunc(needed.groups, func(oneOf []string) bool { return !anyHas(files, oneOf) }) {
			types = append(types, needed.issueType)
		}
	}
	if slices.ContainsFunc(files, func(file upslope.Upload) bool {
		return slices.ContainsFunc(file.Recognition, func(tab upslope.RecognizedTab) bool { return tab.Scope == "foreign" && hasField(tab, "status_code") })
	}) {
		types = append(types, "broken_outlinks")
	}
	return types
}

// covered reports whether a part of a report shows all issues of the type. One without the columns that show
// them does not.
func covered(files []upslope.Upload, needed needs) bool {
	return slices.ContainsFunc(files, func(file upslope.Upload) bool {
		return slices.ContainsFunc(file.Recognition, func(tab upslope.RecognizedTab) bool {
			return slices.Contains(tab.Covers, needed.issueType) && (tab.Report != upslope.IssueList || !slices.ContainsFunc(needed.groups, func(oneOf []string) bool {
				return !slices.ContainsFunc(oneOf, func(field string) bool { return hasField(tab, field) })
			}))
		})
	})
}

// listsAllImages reports whether a table of links has every image with its alt text. A list of images without
// alt text is none: it leaves out images without the attribute, or those with an empty one.
func listsAllImages(files []upslope.Upload) bool {
	return slices.ContainsFunc(files, func(file upslope.Upload) bool {
		return slices.ContainsFunc(file.Recognition, func(tab upslope.RecognizedTab) bool {
			return tab.Report == "All Image Inlinks" && tab.Rows > 0 && hasField(tab, "alt")
		})
	})
}

// anyHas reports whether a whole pages table of the files has one of the fields. Answers count only where all
// URLs are listed: a report of HTML pages does not show that no other URL is broken.
func anyHas(files []upslope.Upload, fields []string) bool {
	for _, file := range files {
		for _, tab := range file.Recognition {
			if tab.Kind != "pages" || tab.Scope == "part" || tab.Scope == "foreign" || tab.Scope == "files" {
				continue
			}
			if slices.ContainsFunc(fields, func(field string) bool {
				return hasField(tab, field) && (field != "status_code" || tab.Scope != "html")
			}) {
				return true
			}
		}
	}
	return false
}

func hasField(tab upslope.RecognizedTab, field string) bool {
	return slices.ContainsFunc(tab.Columns, func(column upslope.RecognizedColumn) bool { return column.Field == field })
}
