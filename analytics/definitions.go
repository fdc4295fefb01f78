package analytics

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
)

//go:embed ground/definitions.sql
var definitionsSQL string

var (
	definedName = regexp.MustCompile(`(?m)^    (\w+) as \(|\bas (\w+),$`)
	word        = regexp.MustCompile(`\w+`)
)

// define puts in front of steps, which begin without "with", what they use of ground/definitions.sql: those of its blocks, parted by
// empty lines, that define a name which the steps, or a later block that they use, have in them. The engine plans each definition anew in
// every step of a query, used or not, which for a small site takes longer than its rows.
func define(steps ...string) string {
	sql := strings.Join(steps, "")
	_, blocks, _ := strings.Cut(definitionsSQL, "\nwith\n")
	mentioned := map[string]bool{}
	mention := func(text string) {
		for _, name := range word.FindAllString(text, -1) {
			mentioned[name] = true
		}
	}
	mention(sql)
	used := ""
	for _, block := range slices.Backward(strings.Split(strings.TrimSuffix(blocks, "\n"), "\n\n")) {
		names := definedName.FindAllStringSubmatch(block, -1)
		if slices.ContainsFunc(names, func(name []string) bool { return mentioned[name[1]+name[2]] }) {
			mention(block)
			used = block + "\n" + used
		}
	}
	return "with\n" + used + sql
}
