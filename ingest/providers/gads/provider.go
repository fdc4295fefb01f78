package gads

import (
	"regexp"
	"strings"

	"upslope"
	"upslope/ingest/providers"
)

// Provider registers Google Ads.
func Provider() providers.Provider {
	return providers.Provider{
		ID: upslope.GAds, Name: Name, ShortName: Name,
		Description: "Campaigns, search terms and what they cost.",
		Help:        help(),

		GoogleScope:            Scope,
		ServiceAccountSettings: []string{"GOOGLE_ADS_CUSTOMER_ID"},
		Settings: []providers.Setting{
			{Name: "GOOGLE_ADS_CUSTOMER_ID", Doc: "Google Ads: the customer of sites whose connection names none"},
			{Name: "GOOGLE_ADS_LOGIN_CUSTOMER_ID", Doc: "Google Ads: the manager account through which customers are reached"},
			{Name: "GOOGLE_ADS_API_VERSION", Default: "v26", Doc: "Google Ads: the version of its API"},
			{Name: "GOOGLE_ADS_BASE_URL", Default: "https://googleads.googleapis.com", Doc: "where the Google Ads API is", BaseURL: true},
		},

		MainTable: "gads_campaigns",
		Property: providers.PropertyRule{
			Default:        func(_ upslope.Site, s providers.Settings) string { return withoutHyphens(s["GOOGLE_ADS_CUSTOMER_ID"]) },
			Parse:          parseProperty,
			Missing:        "Choose which customer of Google Ads belongs to this site.",
			Pinned:         true,
			ParseCustomer:  parseCustomer,
			DefaultManager: func(s providers.Settings) string { return withoutHyphens(s["GOOGLE_ADS_LOGIN_CUSTOMER_ID"]) },
		},
		Limits: Limits(),

		NewSource: func(e providers.Environment) providers.Source {
			return New(e.Settings["GOOGLE_ADS_BASE_URL"], e.Settings["GOOGLE_ADS_API_VERSION"], e.Today)
		},
	}
}

var customerForm = regexp.MustCompile(`^[0-9]{10}$`)

// withoutHyphens returns an id in the API's form; users write it with hyphens.
func withoutHyphens(id string) string { return strings.ReplaceAll(strings.TrimSpace(id), "-", "") }

func parseProperty(property string) (string, error) {
	if property = withoutHyphens(property); !customerForm.MatchString(property) {
		return "", upslope.FieldErrorf("property", "Enter the Google Ads customer ID, ten digits such as 123-456-7890.")
	}
	return property, nil
}

func parseCustomer(field func(name string) string) (customer, manager string, err error) {
	customer, manager = withoutHyphens(field("customerId")), withoutHyphens(field("loginCustomerId"))
	for _, c := range []struct{ name, id string }{{"customerId", customer}, {"loginCustomerId", manager}} {
		if c.id != "" && !customerForm.MatchString(c.id) {
			return "", "", upslope.FieldErrorf("credentials", "%s must be a Google Ads customer ID of ten digits.", c.name)
		}
	}
	return customer, manager, nil
}

func help() providers.Help {
	return providers.Help{
		Needs: "A Google Ads account that advertises the site, and its customer ID (ten digits).",
		Steps: []string{
			"In Google Cloud, enable the Google Ads API.",
			providers.ServiceAccountStep,
			providers.ServiceAccountSettingStep,
			"In Google Ads, open Admin → Access and security and add the service account’s address with read-only access.",
			"Set GOOGLE_ADS_CUSTOMER_ID to the customer ID without hyphens, or choose the account under Connect. If it is reached through a manager account, set GOOGLE_ADS_LOGIN_CUSTOMER_ID to that one’s ID.",
		},
		Reads: []string{
			"Campaigns, ad groups and keywords with their cost, clicks, conversions and conversion value",
			"Bids and quality scores, search terms, and negative keywords",
		},
		When:     "Once a day, 16 months back. The last 30 days are synced again daily, because conversions are credited to earlier days.",
		ReadOnly: "Google Ads has no read-only scope. We only send searches; give the account read-only access to enforce it.",
	}
}
