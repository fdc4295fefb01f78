package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// notInTests are rules that do not apply to tests: they read local files, call themselves and stop on a
// panic.
var notInTests = []string{"bodyclose", "gosec", "forcetypeassert"}

// exception matches `//nolint:rule // why` at the end of the line it applies to.
var exception = regexp.MustCompile(`^//nolint(?::([\w,]+))?(.*)$`)

// withExceptions wraps a rule to skip generated files, tests for rules in notInTests, and lines with an
// exception.
func withExceptions(rule *analysis.Analyzer) *analysis.Analyzer {
	wrapped := *rule
	wrapped.Run = func(pass *analysis.Pass) (any, error) {
		excepted := exceptions(pass, rule.Name)
		inner := *pass
		inner.Report = func(found analysis.Diagnostic) {
			position := pass.Fset.Position(found.Pos)
			if !excepted[place{position.Filename, position.Line}] && !excepted[place{position.Filename, 0}] {
				pass.Report(found)
			}
		}
		return rule.Run(&inner)
	}
	return &wrapped
}

// place is a line of a file; line 0 stands for the file.
type place struct {
	file string
	line int
}

func exceptions(pass *analysis.Pass, rule string) map[place]bool {
	excepted := map[place]bool{}
	for _, file := range pass.Files {
		name := pass.Fset.Position(file.Package).Filename
		if ast.IsGenerated(file) || strings.HasSuffix(name, "_test.go") && slices.Contains(notInTests, rule) {
			excepted[place{name, 0}] = true
			continue
		}
		forEachException(file, func(at token.Pos, rules []string, _ string) {
			if slices.Contains(rules, rule) {
				excepted[place{name, pass.Fset.Position(at).Line}] = true
			}
		})
	}
	return excepted
}

func forEachException(file *ast.File, do func(at token.Pos, rules []string, why string)) {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if parts := exception.FindStringSubmatch(comment.Text); parts != nil {
				do(comment.Pos(), strings.Split(parts[1], ","), strings.TrimSpace(parts[2]))
			}
		}
	}
}

// exceptionsAreExplained requires every exception to name an existing rule and a reason.
var exceptionsAreExplained = &analysis.Analyzer{
	Name: "nolint", Doc: "reports exceptions from rules that name no rule or no reason",
	Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			forEachException(file, func(at token.Pos, rules []string, why string) {
				if !strings.HasPrefix(why, "//") || len(why) < len("// why") || rules[0] == "" {
					pass.Reportf(at, "write //nolint:rule // why")
				}
			})
		}
		return nil, nil
	},
}
