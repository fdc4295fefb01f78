package clickhouse

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
)

// placeholder is a typed parameter in SQL: {name:Type}.
var placeholder = regexp.MustCompile(`\{\s*([A-Za-z_]\w*)\s*:\s*([^{}]+?)\s*\}`)

// named makes the arguments for the parameters that sql has; values for others are left out, so that one set serves several queries.
//
// A time.Time is a moment for DateTime and DateTime64, and the calendar day it shows in its own zone for Date.
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

// sendable turns a value into one that clickhouse-go writes as the parameter's type wants it.
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
			// A named string type would be sent with quotes around it.
			return v.String()
		}
		return value
	}
}

// isDate tells Date, Date32 and what is made of them from the types that have a time of day.
func isDate(kind string) bool {
	return strings.Contains(kind, "Date") && !strings.Contains(kind, "DateTime")
}
