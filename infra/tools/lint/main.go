// Command lint is the linter of this repository. `go vet -vettool` runs it once per package and caches the
// result. It owns the choice of rules and exceptions; the rules themselves are libraries.
package main

import (
	"encoding/json"
	"log"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	if output := factsOfDependency(os.Args[len(os.Args)-1]); output != "" {
		// no facts: analyzing dependencies takes minutes and finds almost nothing
		if err := os.WriteFile(output, nil, 0o600); err != nil {
			log.Fatal(err)
		}
		return
	}
	var analyzers []*analysis.Analyzer
	for _, a := range rules() {
		analyzers = append(analyzers, withExceptions(a))
	}
	unitchecker.Main(append(analyzers, exceptionsAreExplained)...)
}

// factsOfDependency returns where go vet wants the facts of a third-party package, empty for one of our own.
func factsOfDependency(configFile string) string {
	if !strings.HasSuffix(configFile, ".cfg") {
		return ""
	}
	content, err := os.ReadFile(configFile)
	if err != nil {
		return ""
	}
	var config struct {
		ImportPath, VetxOutput string
		VetxOnly               bool
	}
	if json.Unmarshal(content, &config) != nil || !config.VetxOnly || strings.HasPrefix(config.ImportPath+"/", "upslope/") {
		return ""
	}
	return config.VetxOutput
}
