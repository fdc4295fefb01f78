package pagespeed

import (
	"upslope"
	"upslope/ingest/providers"
)

// Provider registers PageSpeed Insights.
func Provider() providers.Provider {
	return providers.Provider{
		ID: upslope.PageSpeed, Name: Name, ShortName: Name, OwnCard: true,
		Description: "How fast the pages with the most revenue load, for visitors and in the lab.",
		Help:        help(),

		KeyKind:    upslope.PageSpeedKey,
		KeySetting: "PAGESPEED_API_KEY",
		Settings: []providers.Setting{
			{Name: "PAGESPEED_API_KEY", Doc: "PageSpeed Insights: the key; without it nothing is tested"},
			{Name: "PAGESPEED_BASE_URL", Default: "https://www.googleapis.com", Doc: "where the PageSpeed Insights API is", BaseURL: true},
		},

		MainTable:      "pagespeed_tests",
		Limits:         Limits(),
		Pages:          maxPages,
		BackgroundOnly: true, // each page takes half a minute
		NeedsOrigin:    true,

		NewSource: func(e providers.Environment) providers.Source { return New(e.Settings["PAGESPEED_BASE_URL"], Sleep) },
	}
}

func help() providers.Help {
	return providers.Help{
		Needs: "A Google Cloud API key, free of charge.",
		Steps: []string{
			"In Google Cloud, enable the PageSpeed Insights API.",
			"Open APIs & Services → Credentials, create an API key and restrict it to that API.",
			"Set PAGESPEED_API_KEY to it and start the program again, or enter the key under Connect.",
		},
		Reads: []string{
			"Field and lab data: LCP, INP, CLS and time to first byte",
			"Scores on mobile and desktop, and what to improve, for the pages that earn the most",
		},
		When:     "A few pages each day, to stay within Google’s limits.",
		ReadOnly: "Google loads the pages like any visitor. Nothing is installed on the site.",
	}
}
