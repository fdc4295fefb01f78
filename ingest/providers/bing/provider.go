package bing

import (
	"upslope"
	"upslope/ingest/providers"
)

// Provider registers Bing Webmaster Tools.
func Provider() providers.Provider {
	return providers.Provider{
		ID: upslope.Bing, Name: Name, ShortName: "Bing",
		Description: "Queries, pages and crawl issues from Bing, which also answers Copilot and other assistants.",
		Help:        help(),

		KeyKind:    upslope.BingKey,
		KeySetting: "BING_API_KEY",
		Settings: []providers.Setting{
			{Name: "BING_API_KEY", Doc: "Bing Webmaster Tools: the key of sites whose connection has none"},
			{Name: "BING_BASE_URL", Default: "https://ssl.bing.com", Doc: "where the Bing Webmaster API is", BaseURL: true},
		},

		MainTable: "bing_queries",
		Limits:    Limits(),
		TimeZone:  "America/Los_Angeles", // Bing's days are those of Pacific time

		NewSource: func(e providers.Environment) providers.Source { return New(e.Settings["BING_BASE_URL"]) },
	}
}

func help() providers.Help {
	return providers.Help{
		Needs: "The site, added and verified in Bing Webmaster Tools. It can be imported there from Search Console.",
		Steps: []string{
			"In Bing Webmaster Tools, open Settings → API access → API Key, and generate a key.",
			"Set BING_API_KEY to it and start the program again, or enter the key under Connect.",
		},
		Reads: []string{
			"Queries and pages by week: clicks, impressions and position, of up to six months",
			"Pages that Bing could not crawl, and why",
		},
		When:     "Once a day.",
		ReadOnly: "Upslope only reads: it submits no pages and no sitemaps.",
	}
}
