package facts

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Only views define row visibility. Rankings and issues are written for one import, current or not; an export
// reads every existing report.
func TestOnlyViewsSayWhichRowsCount(t *testing.T) {
	t.Parallel()
	analytics := os.DirFS("..")
	err := fs.WalkDir(analytics, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".sql" {
			return err
		}
		for _, other := range []string{"facts/", "pagerank/queries/", "issues/rules/", "sharing/queries/", "tables/facts_export.sql"} {
			if strings.HasPrefix(file, other) {
				return nil
			}
		}
		sql, err := fs.ReadFile(analytics, file)
		if err != nil {
			return err
		}
		for _, predicate := range []string{"{account_id:UUID}", "{connections:", "{sites:Array(UUID)} and", "_sync_ids:", "import_id in {"} {
			if strings.Contains(string(sql), predicate) {
				t.Errorf("%s says %s; use a view of facts", file, predicate)
			}
		}
		if _, body := split(string(sql)); !strings.HasPrefix(body, "select") && !strings.HasPrefix(body, "with") {
			t.Errorf("%s is no whole statement", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	names  = regexp.MustCompile(`\w+`)
	noName = regexp.MustCompile(`--.*|'[^']*'|\{\w+:`) // comments, texts and parameters
)

// The planner pays for every name in a header, so each must be used; an unused definition is dead code.
func TestHeadersNameWhatIsUsedAndNothingElse(t *testing.T) {
	t.Parallel()
	unused := maps.Clone(parsed().definitions)
	err := fs.WalkDir(os.DirFS(".."), ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".sql" {
			return err
		}
		sql, err := os.ReadFile(path.Join("..", file))
		if err != nil {
			return err
		}
		head, body := split(string(sql))
		words := names.FindAllString(noName.ReplaceAllString(body, " "), -1)
		for _, name := range head.uses {
			delete(unused, name)
			if !slices.Contains(words, name) {
				t.Errorf("%s names %s and does not use it", file, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range unused {
		t.Errorf("nothing uses %s", name)
	}
}
