package upslope

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport says which packages of this module a part may import, by their first folders; "" is the nouns.
var mayImport = map[string][]string{
	"":          {},
	"cmd":       {"", "edge", "ingest", "analytics", "infra", "simulator", "web"},
	"edge":      {"", "edge"},
	"ingest":    {"", "ingest"},
	"analytics": {"", "analytics"},
	"infra":     {"", "infra"},
	"simulator": {"", "simulator"},
	"web":       {},
}

// nounsMayImport are tables of standards that Go itself maintains, besides the standard library.
var nounsMayImport = []string{"golang.org/x/net/idna", "golang.org/x/text/currency", "golang.org/x/text/unicode/norm"}

func TestPartsImportOnlyTheNounsAndThemselves(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "data" || entry.Name() == "bin" || strings.HasPrefix(entry.Name(), ".") && path != ".") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		files++
		part, _, inFolder := strings.Cut(filepath.ToSlash(path), "/")
		if !inFolder {
			part = ""
		}
		allowed, known := mayImport[part]
		if !known {
			t.Errorf("%s: %q is not a part of the product; the top level is edge, ingest, analytics, web, infra, simulator and cmd", path, part)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			checkImport(t, path, part, imported, allowed)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("saw %d Go files: the walk is broken", files)
	}
}

func checkImport(t *testing.T, path, part, imported string, allowed []string) {
	t.Helper()
	if imported != "upslope" && !strings.HasPrefix(imported, "upslope/") {
		first, _, _ := strings.Cut(imported, "/")
		if part == "" && strings.Contains(first, ".") && !slices.Contains(nounsMayImport, imported) {
			t.Errorf("%s imports %s: the nouns depend on nothing", path, imported)
		}
		return
	}
	target, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(imported, "upslope"), "/"), "/")
	// Such as analytics/analyticstest.
	test := strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test")
	switch {
	case slices.Contains(allowed, target):
	case test && (target == "infra" || target == "simulator"): // run on real engines and generated sites
	default:
		t.Errorf("%s imports %s: %s may import only %q", path, imported, part, allowed)
	}
}
