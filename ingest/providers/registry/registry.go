// Package registry lists the product's data providers. A new one needs a folder next to this one, and a line
// here.
package registry

import (
	"upslope/ingest/providers"
	"upslope/ingest/providers/bing"
	"upslope/ingest/providers/ga4"
	"upslope/ingest/providers/gads"
	"upslope/ingest/providers/gsc"
	"upslope/ingest/providers/pagespeed"
	"upslope/ingest/providers/semrush"
)

// All returns the providers in display order.
func All() providers.Registry {
	return providers.Registry{
		ga4.Provider(),
		gsc.Provider(),
		gads.Provider(),
		bing.Provider(),
		semrush.Provider(),
		pagespeed.Provider(),
	}
}
