package clickhouse

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
)

// placeholder matches a typed parameter in SQL: {name:Type}.
var placeholder = regexp.MustCompile(`\{\s*([A-Za-z_]\w*)\s*:\s*([^{}]+?)\s*\}`)

// named returns the arguments for the parameters in sql and ignores other values, so that queries can share
// a map. A time.Time is an instant for DateTime(64), and the calendar day in its own time zone for Date.
func named(sql string, values map[string]any) ([]any, error) {
	var args []any
	given := map[string]bool{}
	for _, found := range placeholder.FindAllStringSubmatch(sql, -1) {
		name, kind := found[1], found[2]
		if given[name] {
			continue
		}
		given[name] = true
		value, ok := values[name]
		if !ok {
			return nil, fmt.Errorf("the query's parameter %s has no value", name)
		}
		args = append(args, clickhouse.Named(name, sendable(value, kind)))
	}
	return args, nil
}

// sendable converts a value to one that clickhouse-go encodes correctly for the parameter's type.
func sendable(value any, kind string) any {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer {
		return nil
	}
	switch value := v.Interface().(type) {
	case time.Time:
		if isDate(kind) {
			return value.Format(time.DateOnly)
		}
		return value
	case []time.Time:
		if !isDate(kind) {
			return value
		}
		days := make([]string, len(value))
		for i, day := range value {
			days[i] = day.Format(time.DateOnly)
		}
		return days
	case fmt.Stringer:
		return value
	default:
		if v.Kind() == reflect.String {
			// A named string type would be sent with quotes.
			return v.String()
		}
		return value
	}
}

// isDate distinguishes Date and Date32, and types derived from them, from types with a time of day.
func isDate(kind string) bool {
	return strings.Contains(kind, "Date") && !strings.Contains(kind, "DateTime")
}
