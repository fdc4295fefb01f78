package main

import (
	"codeberg.org/polyfloyd/go-errorlint/errorlint"
	errname "github.com/Antonboom/errname/pkg/analyzer"
	"github.com/ckaznocha/intrange"
	"github.com/golangci/rowserrcheck/passes/rowserr"
	"github.com/gordonklaus/ineffassign/pkg/ineffassign"
	"github.com/gostaticanalysis/forcetypeassert"
	"github.com/gostaticanalysis/nilerr"
	sqlclose "github.com/ryanrolds/sqlclosecheck/pkg/analyzer"
	"github.com/sanposhiho/wastedassign/v2"
	"github.com/timakin/bodyclose/passes/bodyclose"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/vet"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/quickfix"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
)

// notHeld lists disabled staticcheck rules, with reasons.
var notHeld = map[string]string{
	"QF1001": "De Morgan's law: which side reads better is the writer's choice",
	"QF1008": "naming the embedded field says whose method is called",
	"ST1000": "the package comment stands in one file of each package",
	"ST1003": "initials: generated names follow the contract",
}

func rules() []*analysis.Analyzer {
	all := append(vet.Suite,
		uncheckedErrors, unusedCode, security, noInit,
		errorlint.NewAnalyzer(), ineffassign.Analyzer, wastedassign.Analyzer, forcetypeassert.Analyzer, nilerr.Analyzer,
		rowserr.NewAnalyzer(), sqlclose.NewAnalyzer(), bodyclose.Analyzer,
		errname.New(), intrange.Analyzer,
	)
	for _, group := range [][]*lint.Analyzer{staticcheck.Analyzers, simple.Analyzers, stylecheck.Analyzers, quickfix.Analyzers} {
		for _, rule := range group {
			if _, excepted := notHeld[rule.Analyzer.Name]; !excepted {
				all = append(all, rule.Analyzer)
			}
		}
	}
	return all
}
