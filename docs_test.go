package upslope

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of constants of docs/method.md anew")

// constantsBlock is a generated table of docs/method.md: the parameters of one detector or table.
var constantsBlock = regexp.MustCompile(`(?s)<!-- constants: (\S+) -->\n.*?<!-- /constants -->`)

// parameter is a number in [parameters] of a .toml file, its meaning and, in brackets, what it rests on.
var parameter = regexp.MustCompile(`^(\w+) = ([-0-9.e]+)\s+# (.+) \[(.+)\]$`)

// TestMethodListsEveryCalibratedConstant holds docs/method.md to the .toml files: go test -run TestMethod
// -update writes its tables anew.
func TestMethodListsEveryCalibratedConstant(t *testing.T) {
	const file = "docs/method.md"
	method, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := parameterFiles(t)
	want := constantsBlock.ReplaceAllFunc(method, func(block []byte) []byte {
		name := string(constantsBlock.FindSubmatch(block)[1])
		path, known := files[name]
		if !known {
			t.Errorf("%s lists the constants of %s, which no .toml file has", file, name)
		}
		delete(files, name)
		return fmt.Appendf(nil, "<!-- constants: %s -->\n%s<!-- /constants -->", name, constantsTable(t, path))
	})
	for name := range files {
		t.Errorf("%s lacks the constants of %s: add the lines\n<!-- constants: %s -->\n<!-- /constants -->", file, name, name)
	}
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(method, want) {
		t.Errorf("%s is stale: run go test -run TestMethod -update .", file)
	}
}

// parameterFiles finds the detectors and tables that have calibrated constants, by name.
func parameterFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir("analytics", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".toml" {
			return err
		}
		name := strings.TrimSuffix(filepath.ToSlash(path), ".toml")
		if before, found := strings.CutSuffix(name, "/detector"); found {
			name = before[strings.LastIndexByte(before, '/')+1:]
		} else {
			parts := strings.Split(name, "/")
			name = strings.Join(parts[len(parts)-2:], "/")
		}
		if table := constantsTable(t, path); strings.Count(table, "\n") > 2 {
			files[name] = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func constantsTable(t *testing.T, path string) string {
	t.Helper()
	if path == "" {
		return ""
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| constant | value | meaning | basis |\n|---|---|---|---|\n")
	for line := range strings.Lines(string(content)) {
		if match := parameter.FindStringSubmatch(strings.TrimSpace(line)); match != nil {
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", match[1], match[2], match[3], match[4])
		}
	}
	return table.String()
}

// relativeLink is a Markdown link that leads neither to another host nor only to an anchor.
var relativeLink = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

func TestLinksOfTheDocumentsLeadSomewhere(t *testing.T) {
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.md", "docs/decisions/*.md", "docs/quality/*.md", "docs/runbooks/*.md", "infra/*/*.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, more...)
	}
	for _, document := range documents {
		content, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range relativeLink.FindAllStringSubmatch(string(content), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(document), link[1])); err != nil {
				t.Errorf("%s links to %s, which does not exist", document, link[1])
			}
		}
	}
}

var (
	// codeSpan is what a document sets as code, on one line.
	codeSpan = regexp.MustCompile("`([^`\n]+)`")
	// pathInSource is a path from the root of the repository. A placeholder, such as <name>, is any name.
	pathInSource = regexp.MustCompile(`^(analytics|cmd|docs|edge|infra|ingest|simulator|web)/[-\w./*<>]+$`)
	placeholder  = regexp.MustCompile(`<\w+>|NNNN`)
	// testName is the whole name of a test, or its beginning in a command.
	testName = regexp.MustCompile(`\bTest[A-Z]\w+`)
)

// TestDocumentsNameFilesAndTestsThatExist holds the guides of the source to it. Of decisions, which tell of
// their time, nothing is asked.
func TestDocumentsNameFilesAndTestsThatExist(t *testing.T) {
	tests := sourceOfTests(t)
	for _, document := range []string{"README.md", "docs/architecture.md", "docs/method.md", "docs/providers-new.md", "docs/quality.md", "docs/simulator.md"} {
		content, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		paths := 0
		for _, span := range codeSpan.FindAllStringSubmatch(string(content), -1) {
			if !pathInSource.MatchString(span[1]) {
				continue
			}
			paths++
			if found, err := filepath.Glob(placeholder.ReplaceAllString(span[1], "*")); err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which does not exist: name the file that does its work now", document, span[1])
			}
		}
		if paths == 0 {
			t.Errorf("%s names no file: the search is broken", document)
		}
		for _, name := range testName.FindAllString(string(content), -1) {
			if !strings.Contains(tests, "func "+name) {
				t.Errorf("%s names %s, and no test begins so", document, name)
			}
		}
	}
}

// sourceOfTests returns all test files of Go in one text.
func sourceOfTests(t *testing.T) string {
	t.Helper()
	var source strings.Builder
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git" || entry.Name() == "data"):
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		content, err := os.ReadFile(path)
		source.Write(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return source.String()
}
