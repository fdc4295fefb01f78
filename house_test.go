package upslope

import (
	"bufio"
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The size of a house in which a newcomer finds the way. Larger ones are exceptions below, with a reason.
const (
	maxFileLines     = 300
	maxFunctionLines = 80
	maxFolderFiles   = 25 // that are no tests
)

var (
	sourceFile    = regexp.MustCompile(`\.(go|sql|ts|tsx|mjs|css|sh)$`)
	testFile      = regexp.MustCompile(`_test\.go$|\.test\.\w+$|/e2e/|/testdata/|/test/`)
	generatedLine = regexp.MustCompile(`(?i)^\W*(code generated|this file was auto-generated)`)
)

func TestFilesFoldersAndFunctionsAreSmall(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatalf("list the files: %v", err)
	}
	files, functions, full := exceptions(longFiles), exceptions(longFunctions), exceptions(fullFolders)
	folders := map[string]int{}
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		if !sourceFile.MatchString(path) || strings.Contains(path, "testdata/") {
			continue
		}
		content, err := os.ReadFile(path)
		if os.IsNotExist(err) || isGenerated(content) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		files.check(t, path, bytes.Count(content, []byte("\n")), maxFileLines, "lines")
		if !testFile.MatchString(path) {
			folders[filepath.Dir(path)]++
		}
		if strings.HasSuffix(path, ".go") {
			checkFunctions(t, path, content, functions)
		}
	}
	for folder, files := range folders {
		full.check(t, folder, files, maxFolderFiles, "files that are no tests")
	}
	if len(folders) < 30 {
		t.Fatalf("saw %d folders: the list is broken", len(folders))
	}
	files.reportUnused(t)
	functions.reportUnused(t)
	full.reportUnused(t)
}

// isGenerated looks at the first lines, as generators write them.
func isGenerated(content []byte) bool {
	lines := bufio.NewScanner(bytes.NewReader(content[:min(len(content), 1000)]))
	for range 5 {
		if lines.Scan() && generatedLine.Match(lines.Bytes()) {
			return true
		}
	}
	return false
}

func checkFunctions(t *testing.T, path string, content []byte, excepted exceptionList) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, content, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range file.Decls {
		if function, is := declaration.(*ast.FuncDecl); is {
			lines := set.Position(function.End()).Line - set.Position(function.Pos()).Line + 1
			excepted.check(t, path+":"+function.Name.Name, lines, maxFunctionLines, "lines")
		}
	}
}

// exceptionList are the paths that may be larger, by whether one of them still is.
type exceptionList map[string]bool

// exceptions reads a line for each: a path, and why it may be larger.
func exceptions(text string) exceptionList {
	list := exceptionList{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		path, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		list[path] = false
	}
	return list
}

func (e exceptionList) check(t *testing.T, path string, size, limit int, unit string) {
	t.Helper()
	if size <= limit {
		return
	}
	if _, excepted := e[path]; !excepted {
		t.Errorf("%s has %d %s, more than %d: split it by what it is about", path, size, unit, limit)
	}
	e[path] = true
}

func (e exceptionList) reportUnused(t *testing.T) {
	t.Helper()
	for path, needed := range e {
		if !needed {
			t.Errorf("%s is small enough, or gone: remove it from the exceptions in house_test.go", path)
		}
	}
}
