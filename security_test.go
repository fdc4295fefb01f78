package upslope

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestTheTestsOfTheThreatModelExist(t *testing.T) {
	model, err := os.ReadFile("docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	there, isTest := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "data" || strings.HasPrefix(entry.Name(), ".") && path != "."):
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := os.ReadFile(path)
		for _, found := range isTest.FindAllSubmatch(file, -1) {
			there[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+)`").FindAllSubmatch(model, -1)
	for _, name := range named {
		if !there[string(name[1])] {
			t.Errorf("docs/security.md says that %s shows something: there is no such test", name[1])
		}
	}
	if len(named) < 30 {
		t.Errorf("docs/security.md names %d tests: the search is broken", len(named))
	}
}
