// Package ingest holds the rules of technical issues until analytics takes them over.
package ingest

import (
	_ "embed"
	"slices"

	"upslope"
	"upslope/ingest/crawl"
)

//go:embed issues.sql
var issuesSQL string

//go:embed issue_summary.sql
var issueSummarySQL string

// IssuesSQL finds the technical issues of an import, given account_id, site_id, import_id and imported_at.
func IssuesSQL() string { return issuesSQL }

// IssueSummarySQL counts the technical issues of an import, and compares them with earlier ones.
func IssueSummarySQL() string { return issueSummarySQL }

// needs are the fields without which a type of issue cannot be found by issues.sql: one of each group.
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
	}
}

// Judged are the types of issue that can be found in a crawl of these files. Of all others it says nothing: that it
// has none of them does not mean that they are gone.
func Judged(files []upslope.Upload) []string {
	types := []string{}
	for _, needed := range issueNeeds() {
		if !slices.ContainsFunc(needed.groups, func(oneOf []string) bool { return !anyHas(files, oneOf) }) {
			types = append(types, needed.issueType)
		}
	}
	return types
}

// anyHas says whether a table of pages in the files has one of the fields.
func anyHas(files []upslope.Upload, fields []string) bool {
	for _, file := range files {
		for _, tab := range file.Recognition {
			if tab.Kind == string(crawl.Pages) && slices.ContainsFunc(fields, func(field string) bool { return hasField(tab, field) }) {
				return true
			}
		}
	}
	return false
}

func hasField(tab upslope.RecognizedTab, field string) bool {
	return slices.ContainsFunc(tab.Columns, func(column upslope.RecognizedColumn) bool { return column.Field == field })
}
