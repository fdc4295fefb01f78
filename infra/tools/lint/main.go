// Command lint is the linter of this repository: `go vet -vettool` runs it once for each package and keeps the result.
// It owns which rules hold and what is excepted from them; the rules themselves are libraries.
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
		unitchecker.Run(configFile, nil) // its types, and no facts: to analyze all of them takes minutes and finds next to nothing
		return
	}
	var analyzers []*analysis.Analyzer
	for _, a := range rules() {
		analyzers = append(analyzers, withExceptions(a))
	}
	unitchecker.Main(append(analyzers, exceptionsAreExplained)...)
}

// isDependency says whether go vet asks about a package of others.
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
