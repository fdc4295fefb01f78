package providers

import (
	"cmp"
	"time"
)

// Setting is an environment variable added by a provider.
type Setting struct {
	Name    string
	Default string
	Doc     string
	BaseURL bool // base address of a provider's API
}

// Settings are the values of the providers' settings, by name.
type Settings map[string]string

// Environment holds the dependencies of a source. With the zero value, a source only lists its reports.
type Environment struct {
	Settings Settings
	Today    func(zone *time.Location) time.Time // date in a time zone, at midnight UTC
	Now      func() time.Time
}

// Registry is a list of providers in display order.
type Registry []Provider

// Find returns the provider with an id, and whether it exists.
func (r Registry) Find(id string) (Provider, bool) {
	for _, provider := range r {
		if provider.ID == id {
			return provider, true
		}
	}
	return Provider{}, false
}

// Listed returns the providers in the list of integrations.
func (r Registry) Listed() Registry {
	var listed Registry
	for _, provider := range r {
		if !provider.OwnCard {
			listed = append(listed, provider)
		}
	}
	return listed
}

// Name returns a provider's name in messages, or an unknown id itself.
func (r Registry) Name(id string) string {
	provider, _ := r.Find(id)
	return cmp.Or(provider.MessageName, provider.ShortName, id)
}

// Reports returns the reports of all providers.
func (r Registry) Reports() []Report {
	var reports []Report
	for _, provider := range r {
		reports = append(reports, provider.Reports()...)
	}
	return reports
}

// Settings returns the settings of all providers.
func (r Registry) Settings() []Setting {
	var settings []Setting
	for _, provider := range r {
		settings = append(settings, provider.Settings...)
	}
	return settings
}

// Read takes the providers' settings, or their defaults, from the environment.
func (r Registry) Read(environ map[string]string) Settings {
	settings := Settings{}
	for _, setting := range r.Settings() {
		settings[setting.Name] = cmp.Or(environ[setting.Name], setting.Default)
	}
	return settings
}
