package main

import (
	"strings"
	"testing"
)

func TestStatementsArePrintedAndRunForASite(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana := p.signIn("ana@example.com")
	var site struct{ ID string }
	if status, body := ana.call("POST", "/api/sites", map[string]string{"name": "Tents", "domain": "tents.example.com"}, &site); status != 201 {
		t.Fatalf("got %d %s", status, body)
	}
	p.stop()
	settings := []string{"DATA_DIR=" + p.data}
	for _, name := range []string{site.ID, "tents.example.com"} {
		printed, err := command(t, settings, "sql", "--site", name, "data_warning", "-n", "2")
		if err != nil || !strings.Contains(printed, `set param_sites = '[\'`+site.ID+`\']';`+"\n") ||
			!strings.Contains(printed, "\nwith\n") || !strings.HasSuffix(printed, "-- 0 rows\n") {
			t.Errorf("%v\n%s", err, printed)
		}
	}
	for want, args := range map[string][]string{
		"needs --site": {"sql", "data_warning"}, "neither a detector nor a table": {"sql", "--site", site.ID, "nothing"},
		"there is no site": {"sql", "--site", "nowhere.example", "meta_issues"}, "has come for this site": {"sql", "--site", site.ID, "seo/queries"},
	} {
		if printed, err := command(t, settings, args...); err == nil || !strings.Contains(printed, want) {
			t.Errorf("upslope %v: %s", args, printed)
		}
	}
}
