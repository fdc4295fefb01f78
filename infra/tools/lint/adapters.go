package main

import (
	"go/ast"
	"go/token"
	"io"
	"log"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/kisielk/errcheck/errcheck"
	"github.com/securego/gosec/v2"
	gosecanalyzers "github.com/securego/gosec/v2/analyzers"
	gosecrules "github.com/securego/gosec/v2/rules"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/unused"
)

// uncheckedErrors is errcheck without errors that need no handling: closing after reads, printing, removing
// temporary files.
var uncheckedErrors = &analysis.Analyzer{
	Name: "errcheck", Doc: "reports errors that nobody looks at", Requires: []*analysis.Analyzer{errcheck.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, found := range pass.ResultOf[errcheck.Analyzer].(errcheck.Result).UncheckedErrors {
			if !mayStayUnchecked.MatchString(found.SelectorName) && !mayStayUnchecked.MatchString(found.FuncName) {
				reportAt(pass, found.Pos, "the error of "+found.FuncName+" is not checked: "+strings.TrimSpace(found.Line))
			}
		}
		return nil, nil
	},
}

var mayStayUnchecked = regexp.MustCompile(`(?i)^(.*\.)?(Close|Flush|os\.Remove(All)?|.*print(f|ln)?|os\.(Un)?Setenv)$|^\(?os\.std(out|err)\)?\.`)

// unusedCode reports what staticcheck's analyzer only collects.
var unusedCode = &analysis.Analyzer{
	Name: "unused", Doc: "reports code that nothing uses", Requires: []*analysis.Analyzer{unused.Analyzer.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, object := range pass.ResultOf[unused.Analyzer.Analyzer].(unused.Result).Unused {
			if object.Kind != "type param" {
				reportAt(pass, object.Position, object.Kind+" "+object.Name+" is unused")
			}
		}
		return nil, nil
	},
}

// notSecurity lists disabled gosec rules, with reasons.
var notSecurity = map[string]string{
	"G103": "unsafe is how a C library is called; it stays in infra/embedded/clickhouse",
	"G104": "unchecked errors are what errcheck reports",
	"G115": "conversions between integers: figures of files and databases are bounded where they are read",
	"G122": "walks go through folders that only this program writes",
	"G204": "the engines are started as child processes, by paths that are found and not typed",
	"G301": "the copy of PostgreSQL has to be readable by the user it runs as",
	"G302": "the same",
	"G304": "opening files by name is what embedded engines and object storage do",
	"G705": "the bridge answers a database client, not a browser",
}

// security is gosec.
var security = &analysis.Analyzer{
	Name: "gosec", Doc: "reports security problems", Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		var excluded []string
		for rule := range notSecurity {
			excluded = append(excluded, rule)
		}
		analyzer := gosec.NewAnalyzer(gosec.NewConfig(), false, true, false, 1, log.New(io.Discard, "", 0))
		analyzer.LoadRules(gosecrules.Generate(false, gosecrules.NewRuleFilter(true, excluded...)).RulesInfo())
		analyzer.LoadAnalyzers(gosecanalyzers.Generate(false, gosecanalyzers.NewAnalyzerFilter(true, excluded...)).AnalyzersInfo())
		files := &packages.Package{Fset: pass.Fset, Syntax: pass.Files, Types: pass.Pkg, TypesInfo: pass.TypesInfo}
		analyzer.CheckRules(files)
		analyzer.CheckAnalyzersWithSSA(files, pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA))
		found, _, _ := analyzer.Report()
		for _, issue := range found {
			first, _, _ := strings.Cut(issue.Line, "-")
			line, err := strconv.Atoi(first)
			if err != nil {
				return nil, err
			}
			reportAt(pass, token.Position{Filename: issue.File, Line: line}, issue.RuleID+": "+issue.What)
		}
		return nil, nil
	},
}

// noInit rejects init(): a package gets its dependencies from its caller.
var noInit = &analysis.Analyzer{
	Name: "noinit", Doc: "reports init functions",
	Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			for _, declaration := range file.Decls {
				if function, is := declaration.(*ast.FuncDecl); is && function.Recv == nil && function.Name.Name == "init" {
					pass.Reportf(function.Pos(), "init() hides what a package needs: pass it in")
				}
			}
		}
		return nil, nil
	},
}

// reportAt reports at the beginning of a line in a file of the package.
func reportAt(pass *analysis.Pass, position token.Position, message string) {
	for _, file := range pass.Files {
		in := pass.Fset.File(file.Pos())
		if filepath.Base(in.Name()) == filepath.Base(position.Filename) && position.Line <= in.LineCount() {
			pass.Reportf(in.LineStart(position.Line), "%s", message)
			return
		}
	}
}
