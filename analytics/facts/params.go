package facts

import (
	"slices"

	"upslope"
)

// Scope returns the parameters of a statement about the connected sites of an account: account_id, sites and
// connections; nil without any connection.
func Scope(accountID string, connections []upslope.Connection) map[string]any {
	sites, ids := []string{}, []string{}
	for _, connection := range connections {
		if connection.Status != upslope.Disconnected {
			sites, ids = append(sites, connection.SiteID), append(ids, connection.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return map[string]any{"account_id": accountID, "sites": Distinct(sites), "connections": ids}
}

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
