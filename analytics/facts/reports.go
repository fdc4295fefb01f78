package facts

import (
	"slices"
	"strings"

	"upslope"
)

// Crawl is the only source that is not a provider report: pages, links and issues of the newest crawl.
const Crawl = "crawl"

// Reports lists the provider tables available to detectors.
func Reports() []string {
	return tablesWhere(func(upslope.Provider, upslope.ProviderTable) bool { return true })
}

// Snapshots lists the reports taken as of a day instead of counted day by day.
func Snapshots() []string {
	return tablesWhere(func(_ upslope.Provider, table upslope.ProviderTable) bool { return table.Snapshot })
}

// LatestSnapshots lists the reports of which only the newest snapshot is current.
func LatestSnapshots() []string {
	return tablesWhere(func(_ upslope.Provider, table upslope.ProviderTable) bool { return table.LatestOnly })
}

// SideSnapshots lists the snapshots of providers that also report daily: their days do not show how far the
// provider was read.
func SideSnapshots() []string {
	return tablesWhere(func(provider upslope.Provider, table upslope.ProviderTable) bool {
		return table.Snapshot && slices.ContainsFunc(provider.Tables, func(other upslope.ProviderTable) bool { return !other.Snapshot })
	})
}

func tablesWhere(match func(upslope.Provider, upslope.ProviderTable) bool) []string {
	names := []string{}
	for _, provider := range upslope.Providers() {
		for _, table := range provider.Tables {
			if match(provider, table) {
				names = append(names, table.Name)
			}
		}
	}
	return names
}

// IsSnapshot reports whether a report is taken as of a day.
func IsSnapshot(report string) bool { return slices.Contains(Snapshots(), report) }

// ProviderNames maps provider IDs to their display names.
func ProviderNames() map[string]string {
	names := map[string]string{}
	for _, provider := range upslope.Providers() {
		names[provider.ID] = provider.ShortName
	}
	return names
}

// ProviderOf returns the provider of a report: the part before its first underscore.
func ProviderOf(report string) string {
	source, _, _ := strings.Cut(report, "_")
	return source
}
