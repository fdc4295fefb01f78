package facts

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Query is a whole statement with its parameters.
type Query struct {
	SQL    string
	Params map[string]any // may include unused ones
}

var placeholder = regexp.MustCompile(`\{(\w+):([^{}]+)\}`)

// Script formats the query for clickhouse-client: one "set param_" line per parameter, then the statement.
func (q Query) Script() string {
	kinds := map[string]string{}
	for _, found := range placeholder.FindAllStringSubmatch(q.SQL, -1) {
		kinds[found[1]] = found[2]
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		value := reflect.ValueOf(q.Params[name])
		fmt.Fprintf(&b, "set param_%s = %s;\n", name, quoted(paramText(value, kinds[name], false)))
	}
	return b.String() + "\n" + strings.TrimSpace(q.SQL) + ";\n"
}

// paramText formats a parameter value: texts are quoted only inside lists.
func paramText(v reflect.Value, kind string, isItem bool) string {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	if !v.IsValid() {
		return `\N`
	}
	if at, isTime := v.Interface().(time.Time); isTime {
		text := at.UTC().Format(time.DateTime)
		if !strings.Contains(kind, "DateTime") {
			text = at.Format(time.DateOnly)
		}
		return itemText(text, isItem)
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		items := make([]string, v.Len())
		for i := range items {
			items[i] = paramText(v.Index(i), kind, true)
		}
		return "[" + strings.Join(items, ",") + "]"
	case reflect.String:
		return itemText(v.String(), isItem)
	default:
		return fmt.Sprint(v.Interface())
	}
}

func itemText(text string, isItem bool) string {
	if isItem {
		return quoted(text)
	}
	return strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`).Replace(text)
}

func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
