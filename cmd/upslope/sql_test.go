package main

import (
	"strings"
	"testing"
)

// statementsArePrinted prints the statements of a detector and of a table for a site of a program that was stopped.
func statementsArePrinted(t *testing.T, data, siteID string) {
	t.Helper()
	settings := []string{"DATA_DIR=" + data}
	for name, column := range map[string]string{"cannibalization": "posterior_alpha", "seo/queries": "impressions_change", "meta_issues": "affected_pages"} {
		printed, err := command(t, settings, "sql", "--site", siteID, name, "-n", "2")
		if err != nil || !strings.Contains(printed, "set param_sites = '[\\'"+siteID+"\\']';\n") || !strings.Contains(printed, "\nwith\n") {
			t.Errorf("%s: %v\n%.2000s", name, err, printed)
		}
		if !strings.Contains(printed, column) {
			t.Errorf("%s: no column %s", name, column)
		}
		if !strings.HasSuffix(printed, " rows\n") {
			t.Errorf("%s: no rows: %s", name, printed[max(0, len(printed)-300):])
		}
	}
	for _, wrong := range [][]string{{"sql"}, {"sql", "--site", siteID}, {"sql", "--site", siteID, "nothing"}, {"sql", "--site", "nowhere.example", "meta_issues"}} {
		if printed, err := command(t, settings, wrong...); err == nil {
			t.Errorf("upslope %v: %s", wrong, printed)
		}
	}
}
