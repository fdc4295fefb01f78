package ga4

import (
	"regexp"
	"strings"

	"upslope"
	"upslope/ingest/providers"
)

// Provider registers Google Analytics 4.
func Provider() providers.Provider {
	return providers.Provider{
		ID: upslope.GA4, Name: "Google Analytics 4", ShortName: "Google Analytics 4", MessageName: Name,
		Description: "Sessions, conversions and revenue of every page.",
		Help:        help(),

		GoogleScope: Scope,
		Settings: []providers.Setting{
			{Name: "GA4_BASE_URL", Default: "https://analyticsdata.googleapis.com", Doc: "where the Analytics Data API is", BaseURL: true},
			{Name: "GA4_ADMIN_BASE_URL", Default: "https://analyticsadmin.googleapis.com", Doc: "where the Analytics Admin API is", BaseURL: true},
		},

		MainTable: "ga4_pages",
		Property: providers.PropertyRule{
			Default: func(site upslope.Site, _ providers.Settings) string { return site.GA4PropertyID },
			Parse:   parseProperty,
			Missing: "Choose which property of Google Analytics belongs to this site, or enter the site's GA4 Property ID.",
		},
		Limits:      Limits(),
		NeedsOrigin: true,

		NewSource: func(e providers.Environment) providers.Source {
			return New(e.Settings["GA4_BASE_URL"], e.Settings["GA4_ADMIN_BASE_URL"], e.Now)
		},
	}
}

var propertyForm = regexp.MustCompile(`^[0-9]{1,20}$`)

func parseProperty(property string) (string, error) {
	if property = strings.TrimPrefix(property, "properties/"); !propertyForm.MatchString(property) {
		return "", upslope.FieldErrorf("property", "Enter the Google Analytics property ID, such as 123456789.")
	}
	return property, nil
}

func help() providers.Help {
	return providers.Help{
		Needs: "A Google Analytics 4 property that measures the site.",
		Steps: []string{
			"In Google Cloud, enable the Google Analytics Data API and the Google Analytics Admin API.",
			providers.ServiceAccountStep,
			providers.ServiceAccountSettingStep,
			"In Google Analytics, open Admin → Property access management and add the service account’s address as Viewer.",
			"Choose the property under Connect, or enter its number as the GA4 Property ID of the site.",
		},
		Reads: []string{
			"Sessions, engaged sessions, conversions and revenue of each landing page, by channel and device",
			"The totals of each day",
		},
		When:     "Once a day, 16 months back. The last 3 days are synced again daily, because Analytics completes them late.",
		ReadOnly: "Uses the scope analytics.readonly, which allows no changes.",
	}
}
