package gsc

import (
	"net/url"
	"strings"

	"upslope"
	"upslope/ingest/providers"
)

// Provider registers Google Search Console.
func Provider() providers.Provider {
	return providers.Provider{
		ID: upslope.GSC, Name: Name, ShortName: "Search Console",
		Description: "Queries, positions, impressions and clicks in Google Search.",
		Help:        help(),

		GoogleScope: Scope,
		Settings: []providers.Setting{
			{Name: "GSC_BASE_URL", Default: "https://www.googleapis.com", Doc: "where the Search Console API is", BaseURL: true},
		},

		MainTable: "gsc_query_pages",
		Property: providers.PropertyRule{
			Default: func(site upslope.Site, _ providers.Settings) string { return "sc-domain:" + site.Domain },
			Parse:   parseProperty,
		},
		Limits:   Limits(),
		TimeZone: pacific,

		NewSource: func(e providers.Environment) providers.Source { return New(e.Settings["GSC_BASE_URL"], e.Today) },
	}
}

func parseProperty(property string) (string, error) {
	invalid := upslope.FieldErrorf("property", "Enter a Search Console property: sc-domain:example.com or https://www.example.com/.")
	if property != providers.Printable(property) || strings.Contains(property, " ") {
		return "", invalid
	}
	if domain, found := strings.CutPrefix(property, "sc-domain:"); found {
		if domain = strings.ToLower(domain); domain == "" || strings.Contains(domain, "/") || len(domain) > 253 {
			return "", invalid
		}
		return "sc-domain:" + domain, nil
	}
	address, err := url.Parse(property)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" || address.User != nil || address.RawQuery != "" {
		return "", invalid
	}
	if !strings.HasSuffix(property, "/") {
		property += "/" // Search Console's notation
	}
	return property, nil
}

func help() providers.Help {
	return providers.Help{
		Needs: "A Search Console property for the site’s domain or URL.",
		Steps: []string{
			"In Google Cloud, enable the Google Search Console API.",
			providers.ServiceAccountStep,
			providers.ServiceAccountSettingStep,
			"In Search Console, open Settings → Users and permissions and add the service account’s address. Restricted is enough.",
			"Choose the property under Connect, or click Test to detect the property of the site’s domain.",
		},
		Reads: []string{
			"Daily clicks, impressions and positions: total, by page, by query, and by query and page",
			"Google returns at most 50,000 rows a day, those with the most clicks. The card counts truncated days.",
		},
		When:     "Once a day, 16 months back. The last 4 days are synced again daily until Google marks them final.",
		ReadOnly: "Uses the scope webmasters.readonly, which allows no changes.",
	}
}
