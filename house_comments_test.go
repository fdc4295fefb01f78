package upslope

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// A comment is a reason at a glance. Only docs of what a package exports may have more lines, as wide.
const (
	maxCommentColumns = 110 // a tab is four
	maxCommentLines   = 2
)

var (
	commentInSQL = regexp.MustCompile(`^\s*--`)
	commentInWeb = regexp.MustCompile(`^\s*(//|\{?/\*)`)
	// uncounted is what a program reads, what has no words, and what an address makes long.
	uncounted = regexp.MustCompile(`//nolint:|^\s*//go:|^\s*(//|\{?/\*) oxlint-|^-- (name|uses|continues):|^[\s/*{}-]*$|\S{80}`)
)

func TestCommentsAreShort(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatalf("list the files: %v", err)
	}
	excepted, comments := exceptions(longComments), 0
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		if !sourceFile.MatchString(path) || strings.Contains(path, "testdata/") || strings.Contains(path, "/migrations/") {
			continue
		}
		content, err := os.ReadFile(path)
		if os.IsNotExist(err) || isGenerated(content) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		blocks := commentsOf(t, path, content)
		comments += len(blocks)
		for _, block := range blocks {
			block.check(t, path, excepted)
		}
	}
	if comments < 9000 {
		t.Fatalf("saw %d comments: the list is broken", comments)
	}
	excepted.reportUnused(t)
}

// commentBlock is comments without a line of code between them; in Go also one behind code.
type commentBlock struct {
	name  string // what it documents, by its first word
	first int    // the number of its first line
	lines []string
	isDoc bool // of the package, or of something it exports
}

func (b commentBlock) check(t *testing.T, path string, excepted exceptionList) {
	t.Helper()
	counted := 0
	for i, line := range b.lines {
		if uncounted.MatchString(line) {
			continue
		}
		counted++
		columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
		if columns > maxCommentColumns {
			t.Errorf("%s:%d: a comment of %d columns, more than %d", path, b.first+i, columns, maxCommentColumns)
		}
	}
	if b.isDoc || counted <= maxCommentLines {
		return
	}
	if _, is := excepted[path+":"+b.name]; is {
		excepted[path+":"+b.name] = true
		return
	}
	t.Errorf("%s:%d: a comment of %d lines, more than %d: keep its reason", path, b.first, counted, maxCommentLines)
}

func commentsOf(t *testing.T, path string, content []byte) []commentBlock {
	t.Helper()
	switch filepath.Ext(path) {
	case ".go":
		return commentsOfGo(t, path, content)
	case ".sql":
		return commentsOfText(content, commentInSQL)
	case ".ts", ".tsx", ".mjs", ".css":
		return commentsOfText(content, commentInWeb)
	}
	return nil
}

func commentsOfText(content []byte, start *regexp.Regexp) []commentBlock {
	var blocks []commentBlock
	isOpen, follows := false, false
	for i, line := range strings.Split(string(content), "\n") {
		isComment := isOpen || start.MatchString(line)
		if isComment && !follows {
			blocks = append(blocks, commentBlock{first: i + 1})
		}
		if isComment {
			last := &blocks[len(blocks)-1]
			last.lines = append(last.lines, line)
			isOpen = (isOpen || start == commentInWeb && strings.Contains(line, "/*")) && !strings.Contains(line, "*/")
		}
		follows = isComment
	}
	return blocks
}

func commentsOfGo(t *testing.T, path string, content []byte) []commentBlock {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, content, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	docs := exportedDocs(file)
	lines := strings.Split(string(content), "\n")
	var blocks []commentBlock
	for _, group := range file.Comments {
		first, last := set.Position(group.Pos()).Line, set.Position(group.End()).Line
		name, _, _ := strings.Cut(group.Text(), " ")
		blocks = append(blocks, commentBlock{name, first, lines[first-1 : last], docs[group]})
	}
	return blocks
}

// exportedDocs are the docs of the package and of what it exports, alone or in a list.
func exportedDocs(file *ast.File) map[*ast.CommentGroup]bool {
	docs := map[*ast.CommentGroup]bool{file.Doc: true}
	add := func(doc *ast.CommentGroup, names ...*ast.Ident) {
		for _, name := range names {
			docs[doc] = docs[doc] || name.IsExported()
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			add(node.Doc, node.Name)
		case *ast.TypeSpec:
			add(node.Doc, node.Name)
		case *ast.ValueSpec:
			add(node.Doc, node.Names...)
		case *ast.Field:
			add(node.Doc, node.Names...)
		case *ast.GenDecl:
			for _, spec := range node.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(node.Doc, spec.Name)
				case *ast.ValueSpec:
					add(node.Doc, spec.Names...)
				}
			}
		}
		return true
	})
	return docs
}
