package providers

import "upslope"

// Provider is the registration of one provider of data. Its folder makes the value, package registry lists them all, and the catalogue,
// settings, sync, erasure, the facts of the other parts and the names in the web app follow from it.
type Provider struct {
	ID          string // as calls and tables name it; the names of its tables begin with it
	Name        string // in full, such as Google Search Console
	ShortName   string // where it is named as the source of figures
	MessageName string // in messages about syncs; ShortName unless set
	Description string // what it brings, one sentence
	OwnCard     bool   // has a card of its own instead of a place in the list of integrations
	Help        Help

	GoogleScope string // what credentials of Google must allow; "" for a provider that takes an API key
	KeyKind     string // of the credential that is an API key
	KeySetting  string // the setting with the key of the installation
	// ServiceAccountSettings are needed beside the key file of Google's service account.
	ServiceAccountSettings []string
	Settings               []Setting // of its own

	MainTable string // the report by which people see how far its history was read
	Property  PropertyRule
	Limits    Limits // of one property, or of one key where that is what the provider counts by
	TimeZone  string // of its days, for all sites; "" that of the property
	// Pages is how many of a site's most valuable pages it is asked about; 0 for a provider that lists them itself.
	Pages          int
	BackgroundOnly bool // takes so long that no recompute waits for it
	NeedsOrigin    bool // names pages by their paths

	NewSource func(Environment) Source
}

// PropertyRule says what a site reads of a provider. The zero rule is the site's domain, and there is nothing to choose.
type PropertyRule struct {
	// Default is read unless the connection names another; "" when nothing says which.
	Default func(site upslope.Site, settings Settings) string
	// Parse brings a chosen property into the form of the provider.
	Parse func(property string) (string, error)
	// Missing tells people what to do when there is no default.
	Missing string
	// Pinned keeps the default with the connection: the settings may name another one later, whose figures must not mix with these.
	Pinned bool
	// ParseCustomer reads from credentials which customer they are for, and the manager account that reaches it; "" for none.
	ParseCustomer func(field func(name string) string) (customer, manager string, err error)
	// DefaultManager is the manager account of credentials that name none.
	DefaultManager func(Settings) string
}

// DefaultProperty is the property of a site whose connection names none; "" when nothing says which.
func (p Provider) DefaultProperty(site upslope.Site, settings Settings) string {
	if p.Property.Default == nil {
		return site.Domain
	}
	return p.Property.Default(site, settings)
}

// Google says whether it is read with credentials of Google.
func (p Provider) Google() bool { return p.GoogleScope != "" }

// Reports are those of its source.
func (p Provider) Reports() []Report { return p.NewSource(Environment{}).Reports() }

// Facts are what the other parts of the product know of it.
func (p Provider) Facts() upslope.Provider {
	facts := upslope.Provider{ID: p.ID, Name: p.Name, ShortName: p.ShortName}
	for _, report := range p.Reports() {
		facts.Tables = append(facts.Tables, upslope.ProviderTable{
			Name: report.Table, Snapshot: report.Snapshot, LatestOnly: report.LatestOnly,
		})
	}
	return facts
}

// Help is what people read before they connect a provider.
type Help struct {
	Needs    string   `json:"needs"`    // what must be there before
	Steps    []string `json:"steps"`    // with credentials that an administrator sets up
	Reads    []string `json:"reads"`    // what is read
	When     string   `json:"when"`     // how often, and how far back
	ReadOnly string   `json:"readOnly"` // why nothing is changed
}

// The steps of Help by which a service account of Google is set up.
const (
	ServiceAccountStep        = "In Google Cloud, open IAM & Admin → Service Accounts, create a service account and download a key of type JSON."
	ServiceAccountSettingStep = "Set GOOGLE_APPLICATION_CREDENTIALS to the path of that file and start the program again."
)
