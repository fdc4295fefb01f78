// Package registry lists the providers of data that the product reads: a new one is a folder beside this one, and a line here.
package registry

import (
	"upslope/ingest/providers"
	"upslope/ingest/providers/ga4"
	"upslope/ingest/providers/gads"
	"upslope/ingest/providers/gsc"
	"upslope/ingest/providers/pagespeed"
	"upslope/ingest/providers/semrush"
)

// All are the providers, in the order of the product.
func All() providers.Registry {
	return providers.Registry{
		ga4.Provider(),
		gsc.Provider(),
		gads.Provider(),
		semrush.Provider(),
		pagespeed.Provider(),
	}
}
