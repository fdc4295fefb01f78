package providers

import "upslope"

// Provider registers one data provider. Package registry lists them all; the catalog, settings, sync,
// deletion, the facts for other parts and the names in the web app derive from it.
type Provider struct {
	ID          string // in the API and in tables; the prefix of its table names
	Name        string // in full, for example Google Search Console
	ShortName   string // as a source of figures
	MessageName string // in messages about syncs; default ShortName
	Description string // one sentence about its data
	OwnCard     bool   // has its own card, outside the list of integrations
	Help        Help

	GoogleScope string // required OAuth scope; "" for a provider with an API key
	KeyKind     string // credential kind of the API key
	KeySetting  string // setting with the installation's key
	// ServiceAccountSettings are required in addition to Google's key file.
	ServiceAccountSettings []string
	Settings               []Setting // its own

	MainTable string // the report whose imported history users see
	Property  PropertyRule
	Limits    Limits // per property, or per key where the provider counts by key
	TimeZone  string // of its days, for all sites; "": the property's
	// Pages is the number of most valuable pages to request; 0 for a provider that lists pages itself.
	Pages          int
	BackgroundOnly bool // too slow for a recompute to wait for
	NeedsOrigin    bool // reports pages by path

	NewSource func(Environment) Source
}

// PropertyRule determines a site's property. The zero rule uses the site's domain, without a choice.
type PropertyRule struct {
	// Default returns the property unless the connection sets one; "" when unknown.
	Default func(site upslope.Site, settings Settings) string
	// Parse normalizes a chosen property to the provider's form.
	Parse func(property string) (string, error)
	// Missing tells users what to do without a default.
	Missing string
	// Pinned stores the default with the connection: a later setting may name another property, whose figures
	// must not mix with these.
	Pinned bool
	// ParseCustomer reads the customer and its manager account from submitted credentials; "" for none.
	ParseCustomer func(field func(name string) string) (customer, manager string, err error)
	// DefaultManager returns the manager account for credentials without one.
	DefaultManager func(Settings) string
}

// DefaultProperty returns the property of a site whose connection sets none; "" when unknown.
func (p Provider) DefaultProperty(site upslope.Site, settings Settings) string {
	if p.Property.Default == nil {
		return site.Domain
	}
	return p.Property.Default(site, settings)
}

// Google reports whether the provider uses Google credentials.
func (p Provider) Google() bool { return p.GoogleScope != "" }

// Reports returns the reports of its source.
func (p Provider) Reports() []Report { return p.NewSource(Environment{}).Reports() }

// Facts returns what the other parts of the product know about it.
func (p Provider) Facts() upslope.Provider {
	facts := upslope.Provider{ID: p.ID, Name: p.Name, ShortName: p.ShortName}
	for _, report := range p.Reports() {
		facts.Tables = append(facts.Tables, upslope.ProviderTable{
			Name: report.Table, Snapshot: report.Snapshot, LatestOnly: report.LatestOnly,
		})
	}
	return facts
}

// Help is shown before a user connects a provider.
type Help struct {
	Needs    string   `json:"needs"`    // prerequisites
	Steps    []string `json:"steps"`    // with credentials set up by an administrator
	Reads    []string `json:"reads"`    // the imported data
	When     string   `json:"when"`     // schedule and history
	ReadOnly string   `json:"readOnly"` // assurance that nothing is changed
}

// Shared Help steps to set up a Google service account.
const (
	ServiceAccountStep        = "In Google Cloud, open IAM & Admin → Service Accounts, create a service account and download a key of type JSON."
	ServiceAccountSettingStep = "Set GOOGLE_APPLICATION_CREDENTIALS to the path of that file and start the program again."
)
