package facts

import "slices"

// IDs is a list of an id, empty without one.
func IDs(id string) []string {
	if id == "" {
		return []string{}
	}
	return []string{id}
}

// NotNil makes a missing list an empty one: a query's parameter cannot be nothing.
func NotNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Distinct sorts a list and drops what it has twice.
func Distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
