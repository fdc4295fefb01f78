package connections

import (
	"strings"

	"upslope"
)

// entry is what is known of a provider before it is asked anything.
type entry struct {
	name        string
	description string
	mainReport  string // the table by which people see how far its history was read
	scope       string // Google's word for reading it; "" when it takes a key
	keyKind     string // of the credential that is a key; "" for Google's
	keyVariable string // the setting that has the key of the installation
}

// order is that of the product. PageSpeed has a card of its own.
var order = [...]string{upslope.GA4, upslope.GSC, upslope.GAds, upslope.Semrush}

var catalog = map[string]entry{
	upslope.GA4: {
		name: "Google Analytics 4", description: "Sessions, conversions and revenue of every page.",
		mainReport: "ga4_pages", scope: "https://www.googleapis.com/auth/analytics.readonly",
	},
	upslope.GSC: {
		name: "Google Search Console", description: "Queries, positions, impressions and clicks in Google Search.",
		mainReport: "gsc_query_pages", scope: "https://www.googleapis.com/auth/webmasters.readonly",
	},
	upslope.GAds: {
		name: "Google Ads", description: "Campaigns, search terms and what they cost.",
		mainReport: "gads_campaigns", scope: "https://www.googleapis.com/auth/adwords", // it has none that only reads
	},
	upslope.Semrush: {
		name: "Semrush", description: "Keyword volumes, difficulty and competitors.",
		mainReport: "semrush_positions", keyKind: upslope.SemrushKey, keyVariable: "SEMRUSH_API_KEY",
	},
	upslope.PageSpeed: {
		name: "PageSpeed Insights", description: "How fast the pages with the most revenue load, for visitors and in the lab.",
		mainReport: "pagespeed_tests", keyKind: upslope.PageSpeedKey, keyVariable: "PAGESPEED_API_KEY",
	},
}

// google says whether the provider takes Google's credentials.
func (e entry) google() bool { return e.scope != "" }

// Settings are the credentials of the installation, and what follows for sites that say nothing else.
type Settings struct {
	PublicURL          string
	ServiceAccountFile string // Google's key file; not used when there is a client
	GoogleClientID     string // of the client that customers sign in through; "" when they cannot
	GoogleClientSecret string
	GoogleOAuthBaseURL string // stands in for Google's addresses of consent, tokens and revocation
	AdsCustomerID      string
	AdsLoginID         string
	SemrushKey         string
	SemrushDatabase    string
	PageSpeedKey       string
	BackfillDays       int
}

// signIn says whether customers connect by signing in with Google.
func (s Settings) signIn() bool { return s.GoogleClientID != "" }

func (s Settings) key(provider string) string {
	switch provider {
	case upslope.Semrush:
		return s.SemrushKey
	case upslope.PageSpeed:
		return s.PageSpeedKey
	}
	return ""
}

// variables answers the settings that a provider needs, and those of them that are not set.
func (s Settings) variables(provider string) (required, missing []string) {
	values := map[string]string{
		"GOOGLE_APPLICATION_CREDENTIALS": s.ServiceAccountFile, "GOOGLE_CLIENT_ID": s.GoogleClientID, "GOOGLE_CLIENT_SECRET": s.GoogleClientSecret,
		"GOOGLE_ADS_CUSTOMER_ID": s.AdsCustomerID, "SEMRUSH_API_KEY": s.SemrushKey, "PAGESPEED_API_KEY": s.PageSpeedKey,
	}
	switch of := catalog[provider]; {
	case !of.google():
		required = []string{of.keyVariable}
	case s.signIn():
		required = []string{"GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"} // each customer has an own Ads customer
	case provider == upslope.GAds:
		required = []string{"GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_ADS_CUSTOMER_ID"}
	default:
		required = []string{"GOOGLE_APPLICATION_CREDENTIALS"}
	}
	missing = []string{}
	for _, name := range required {
		if values[name] == "" {
			missing = append(missing, name)
		}
	}
	return required, missing
}

// propertyOf is what the connection reads, or would read: "" when nothing says.
func (s *Service) propertyOf(site upslope.Site, connection upslope.Connection) string {
	if connection.Property != "" {
		return connection.Property
	}
	switch connection.Provider {
	case upslope.GA4:
		return site.GA4PropertyID
	case upslope.GSC:
		return "sc-domain:" + site.Domain
	case upslope.GAds:
		return customerID(s.Settings.AdsCustomerID)
	default:
		return site.Domain
	}
}

// customerID is an id of Google Ads as its API takes it: people write it with hyphens.
func customerID(id string) string { return strings.ReplaceAll(strings.TrimSpace(id), "-", "") }
