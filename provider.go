package upslope

// Provider is what every part of the product knows of a provider of data: see Providers.
type Provider struct {
	ID        string // as calls and tables name it; the names of its tables begin with it
	Name      string // in full, such as Google Search Console
	ShortName string // where it is named as the source of figures
	Tables    []ProviderTable
}

// ProviderTable is one report of a provider, and the ClickHouse table of its rows.
type ProviderTable struct {
	Name       string
	Snapshot   bool // taken as of a day instead of counted day by day
	LatestOnly bool // a newer snapshot takes the place of all older ones
}
