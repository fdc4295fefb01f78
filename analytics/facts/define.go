package facts

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed definitions.sql
var definitionsSQL string

var (
	definedStep  = regexp.MustCompile(`(?m)^    (\w+) as \(`)
	definedValue = regexp.MustCompile(`(?m)\bas (\w+),$`) // and functions; in steps these are columns
)

// Definition is a block of definitions, of steps or of values and functions: the names it defines, and the words it has in it.
type Definition struct {
	sql   string
	names []string
	words []string
}

var definitions = sync.OnceValue(func() []Definition { return ParseDefinitions(definitionsSQL) })

func ParseDefinitions(sql string) []Definition {
	_, blocks, _ := strings.Cut(sql, "\nwith\n")
	var all []Definition
	for block := range strings.SplitSeq(strings.TrimSuffix(blocks, "\n"), "\n\n") {
		d := Definition{sql: block, words: words(block)}
		names := definedStep.FindAllStringSubmatch(block, -1)
		if len(names) == 0 {
			names = definedValue.FindAllStringSubmatch(block, -1)
		}
		for _, name := range names {
			d.names = append(d.names, name[1])
		}
		all = append(all, d)
	}
	return all
}

// told is what no name is in: comments and texts.
var told = regexp.MustCompile(`--.*|'[^']*'`)

// words are what names can be in SQL.
func words(sql string) []string {
	return strings.FieldsFunc(told.ReplaceAllString(sql, " "), func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// Define puts in front of steps, which begin without "with", what they use of facts/definitions.sql and of more: those blocks, parted by
// empty lines, that define a name which the steps, or a later block that they use, have in them. The engine plans each definition anew in
// every step of a query, used or not, which for a small site takes longer than its rows.
func Define(steps string, more ...Definition) string {
	mentioned := map[string]bool{}
	mention := func(words []string) {
		for _, word := range words {
			mentioned[word] = true
		}
	}
	mention(words(steps))
	used := ""
	for _, block := range slices.Backward(slices.Concat(definitions(), more)) {
		if slices.ContainsFunc(block.names, func(name string) bool { return mentioned[name] }) {
			mention(block.words)
			used = block.sql + "\n" + used
		}
	}
	return "with\n" + used + steps
}
