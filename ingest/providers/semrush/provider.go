package semrush

import (
	"upslope"
	"upslope/ingest/providers"
)

// Provider registers Semrush.
func Provider() providers.Provider {
	return providers.Provider{
		ID: upslope.Semrush, Name: Name, ShortName: Name,
		Description: "Keyword volumes, difficulty and competitors.",
		Help:        help(),

		KeyKind:    upslope.SemrushKey,
		KeySetting: "SEMRUSH_API_KEY",
		Settings: []providers.Setting{
			{Name: "SEMRUSH_API_KEY", Doc: "Semrush: the key of sites whose connection has none"},
			{Name: "SEMRUSH_DATABASE", Default: "us", Doc: "Semrush: the country whose search results are looked at"},
			{Name: "SEMRUSH_BASE_URL", Default: "https://api.semrush.com", Doc: "where the Semrush API is", BaseURL: true},
		},

		MainTable: "semrush_positions",
		Limits:    Limits(),

		NewSource: func(e providers.Environment) providers.Source {
			return New(e.Settings["SEMRUSH_BASE_URL"], e.Settings["SEMRUSH_DATABASE"], e.Now)
		},
	}
}

func help() providers.Help {
	return providers.Help{
		Needs: "A Semrush subscription with API units.",
		Steps: []string{
			"In Semrush, open Subscription info → API units and copy the API key.",
			"Set SEMRUSH_API_KEY to it and start the program again, or enter the key under Connect.",
		},
		Reads: []string{
			"Ranking keywords: position, volume, difficulty, CPC, intent and search features",
			"Competing domains",
		},
		When:     "Every four weeks for each site, because every row costs API units.",
		ReadOnly: "The Semrush API is read-only.",
	}
}
