// Package facts is the semantic layer over ClickHouse: the one place that defines which rows of a provider's
// table or of a crawl are current. It also has the provider reports, the calendar of windows and row readers.
//
// A file of views/ is a whole select with a comment on what one row means; a file of functions/ is an
// expression. Other statements list the definitions they use in a header, and Library.Statement prepends
// them:
//
//	-- One row: a query of the window.
//	-- uses: gsc_queries_current, is_brand
//	select query from gsc_queries_current where not is_brand(query) group by query
//
// It owns the predicates of account, site, connection and visibility. It owns no table and no connection,
// does not run statements and knows nothing of detectors or tables.
package facts

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed views functions
var files embed.FS

// Library holds the definitions available to statements, by name.
type Library struct{ definitions map[string]definition }

type definition struct {
	comment string
	step    string // as written after "with", without a comma
	uses    []string
}

var parsed = sync.OnceValue(func() Library {
	library, err := Library{}.With(files, ".")
	if err != nil {
		panic(err) // embedded, so an error is a programming mistake
	}
	return library
})

// Given returns the library for statements that receive the current reads as parameters:
// {gsc_queries_sync_ids:Array(UInt64)} for each report.
func Given() Library {
	return parsed().withReads(func(report string) definition {
		return definition{step: fmt.Sprintf("    {%s_sync_ids:Array(UInt64)} as %s_reads", report, report)}
	})
}

// LookedUp returns the library for statements that look up the current reads in a view: reads, or
// window_reads where a request has no room for the parameters.
func LookedUp(view string) Library {
	return parsed().withReads(func(report string) definition {
		return definition{
			step: fmt.Sprintf("    %s_reads as (\n        select sync_id\n        from %s\n        where report = '%s'\n    )", report, view, report),
			uses: []string{view},
		}
	})
}

// withReads adds a definition of {report}_reads for each {report}_current view that uses one.
func (l Library) withReads(reads func(report string) definition) Library {
	definitions := maps.Clone(l.definitions)
	for _, view := range l.definitions {
		for _, name := range view.uses {
			if report, ok := strings.CutSuffix(name, "_reads"); ok && definitions[name].step == "" {
				definitions[name] = reads(report)
			}
		}
	}
	return Library{definitions}
}

// With adds the definitions of a folder that has views/ or functions/, at any depth. It rejects malformed
// files.
func (l Library) With(folder fs.FS, root string) (Library, error) {
	definitions := maps.Clone(l.definitions)
	if definitions == nil {
		definitions = map[string]definition{}
	}
	err := fs.WalkDir(folder, root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".sql" {
			return err
		}
		kind := strings.TrimPrefix(strings.TrimPrefix(path.Dir(file), root), "/")
		isView := kind == "views" || strings.HasPrefix(kind, "views/")
		if !isView && kind != "functions" && !strings.HasPrefix(kind, "functions/") {
			return nil
		}
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(path.Base(file), ".sql")
		if _, twice := definitions[name]; twice {
			return fmt.Errorf("%s defines %s, which is defined already", file, name)
		}
		if definitions[name], err = define(name, string(text), isView); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return nil
	})
	return Library{definitions}, err
}

func define(name, text string, isView bool) (definition, error) {
	head, body := split(text)
	d := definition{comment: head.comment, uses: head.uses}
	if !isView {
		d.step = indent(body, "    ") + " as " + name
		return d, nil
	}
	if !strings.HasPrefix(body, "select") && !strings.HasPrefix(body, "with") {
		return d, fmt.Errorf("a view begins with select or with")
	}
	d.step = "    " + name + " as (\n" + indent(body, "        ") + "\n    )"
	return d, nil
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n"+by), "\n"+by+"\n", "\n\n")
}

// File returns the whole statement of a file: Statement, preceded by the shared steps of other files of its
// folder when its header continues them, in this order:
//
//	-- continues: tasks.sql, sources.sql
func (l Library) File(folder fs.FS, file string) (string, error) {
	text, err := fs.ReadFile(folder, file)
	if err != nil {
		return "", err
	}
	var shared []string
	head, _ := split(string(text))
	for _, name := range head.continues {
		other, err := fs.ReadFile(folder, path.Join(path.Dir(file), name))
		if err != nil {
			return "", err
		}
		shared = append(shared, string(other))
	}
	statement, err := l.Statement(string(text), shared...)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return statement, nil
}

// Must is Statement for embedded SQL; it panics on an error.
func (l Library) Must(text string, shared ...string) string {
	statement, err := l.Statement(text, shared...)
	if err != nil {
		panic(err)
	}
	return statement
}

// Statement prepends the definitions that a statement uses. shared are statements it continues: all their
// steps except the last select.
func (l Library) Statement(text string, shared ...string) (string, error) {
	head, body := split(text)
	uses := head.uses
	var steps []string
	for _, other := range shared {
		head, body := split(other)
		own, _, ok := cutSelect(body)
		if !ok {
			return "", fmt.Errorf("shared steps need with, and a select at the end")
		}
		uses, steps = append(slices.Clone(head.uses), uses...), append(steps, own)
	}
	own, last, hasSteps := cutSelect(body)
	if hasSteps {
		steps = append(steps, own)
	} else if !strings.HasPrefix(body, "select") {
		return "", fmt.Errorf("a statement begins with select or with")
	}
	used, err := l.steps(uses)
	if err != nil {
		return "", err
	}
	if steps = append(used, steps...); len(steps) == 0 {
		return head.comment + last + "\n", nil
	}
	return head.comment + "with\n" + strings.Join(steps, ",\n") + "\n" + last + "\n", nil
}

// steps orders the definitions of names and their dependencies topologically, each once.
func (l Library) steps(names []string) ([]string, error) {
	var steps []string
	state := map[string]int{} // 1: visiting, 2: done
	var add func(name string) error
	add = func(name string) error {
		d, ok := l.definitions[name]
		switch {
		case !ok:
			return fmt.Errorf("there is no definition %q", name)
		case state[name] == 2:
			return nil
		case state[name] == 1:
			return fmt.Errorf("%q uses itself", name)
		}
		state[name] = 1
		for _, used := range d.uses {
			if err := add(used); err != nil {
				return err
			}
		}
		state[name] = 2
		steps = append(steps, indentComment(d.comment)+d.step)
		return nil
	}
	for _, name := range names {
		if err := add(name); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

func indentComment(comment string) string {
	if comment == "" {
		return ""
	}
	return indent(strings.TrimSuffix(comment, "\n"), "    ") + "\n"
}

type header struct {
	comment   string // without the uses line
	uses      []string
	continues []string // files whose steps it continues
}

// split separates the leading comment lines of a statement from its body.
func split(text string) (header, string) {
	var head header
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "--") {
			break
		}
		text = text[len(line):]
		if names, is := strings.CutPrefix(line, "-- continues:"); is {
			head.continues = append(head.continues, listed(names)...)
		} else if names, is := strings.CutPrefix(line, "-- uses:"); is {
			head.uses = append(head.uses, listed(names)...)
		} else {
			head.comment += line
		}
	}
	return head, strings.TrimSpace(text)
}

// listed splits names at commas.
func listed(names string) []string {
	list := strings.Split(names, ",")
	for i, name := range list {
		list[i] = strings.TrimSpace(name)
	}
	return list
}

// cutSelect separates the steps after "with" (without it and a trailing comma) from the final select, which
// starts in the first column.
func cutSelect(body string) (steps, last string, hasSteps bool) {
	rest, ok := strings.CutPrefix(body, "with")
	if !ok || rest == "" || !strings.ContainsAny(rest[:1], " \n") {
		return "", body, false
	}
	if rest[0] == '\n' {
		rest = rest[1:]
	}
	// A comment on the rows may precede the select, also in the first column.
	at := strings.Index(rest, "\nselect")
	for at > 0 {
		before := strings.LastIndexByte(rest[:at], '\n') + 1
		if !strings.HasPrefix(rest[before:], "--") {
			break
		}
		at = before - 1
	}
	if at < 0 {
		return "", body, false
	}
	return strings.TrimRight(rest[:at], "\n"), rest[at+1:], true
}
