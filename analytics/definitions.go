package analytics

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed ground/definitions.sql
var definitionsSQL string

var definedName = regexp.MustCompile(`(?m)^    (\w+) as \(|\bas (\w+),$`)

// definition is a block of ground/definitions.sql: the names it defines, and the words it has in it.
type definition struct {
	sql   string
	names []string
	words []string
}

var definitions = sync.OnceValue(func() []definition {
	_, blocks, _ := strings.Cut(definitionsSQL, "\nwith\n")
	var all []definition
	for block := range strings.SplitSeq(strings.TrimSuffix(blocks, "\n"), "\n\n") {
		d := definition{sql: block, words: words(block)}
		for _, name := range definedName.FindAllStringSubmatch(block, -1) {
			d.names = append(d.names, name[1]+name[2])
		}
		all = append(all, d)
	}
	return all
})

// words are what names can be in SQL.
func words(sql string) []string {
	return strings.FieldsFunc(sql, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// define puts in front of steps, which begin without "with", what they use of ground/definitions.sql: those of its blocks, parted by
// empty lines, that define a name which the steps, or a later block that they use, have in them. The engine plans each definition anew in
// every step of a query, used or not, which for a small site takes longer than its rows.
func define(steps ...string) string {
	sql := strings.Join(steps, "")
	mentioned := map[string]bool{}
	mention := func(words []string) {
		for _, word := range words {
			mentioned[word] = true
		}
	}
	mention(words(sql))
	used := ""
	for _, block := range slices.Backward(definitions()) {
		if slices.ContainsFunc(block.names, func(name string) bool { return mentioned[name] }) {
			mention(block.words)
			used = block.sql + "\n" + used
		}
	}
	return "with\n" + used + sql
}
