package facts

import "slices"

// IDs returns a list of one ID, or an empty list for "".
func IDs(id string) []string {
	if id == "" {
		return []string{}
	}
	return []string{id}
}

// NotNil returns an empty list for nil: a query parameter cannot be null.
func NotNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Distinct sorts a list and removes duplicates.
func Distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
