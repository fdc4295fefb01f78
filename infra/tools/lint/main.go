// Command lint is the linter of this repository. `go vet -vettool` runs it once per package and caches the
// result. It owns the choice of rules and exceptions; the rules themselves are libraries.
package main

import (
	"encoding/json"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	if configFile := os.Args[len(os.Args)-1]; isDependency(configFile) {
		// types only, no facts: a full analysis takes minutes and finds almost nothing
		unitchecker.Run(configFile, nil)
		return
	}
	var analyzers []*analysis.Analyzer
	for _, a := range rules() {
		analyzers = append(analyzers, withExceptions(a))
	}
	unitchecker.Main(append(analyzers, exceptionsAreExplained)...)
}

// isDependency reports whether go vet analyzes a third-party package.
func isDependency(configFile string) bool {
	if !strings.HasSuffix(configFile, ".cfg") {
		return false
	}
	content, err := os.ReadFile(configFile)
	if err != nil {
		return false
	}
	var config struct{ ImportPath string }
	return json.Unmarshal(content, &config) == nil && config.ImportPath != "upslope" && !strings.HasPrefix(config.ImportPath, "upslope/")
}
