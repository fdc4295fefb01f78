package providers

import (
	"cmp"
	"time"
)

// Setting is one that a provider adds to those of the program, which reads it from the environment.
type Setting struct {
	Name    string
	Default string
	Doc     string
	BaseURL bool // where an API of the provider is
}

// Settings are the values of the providers' settings, by name.
type Settings map[string]string

// Environment is what a source is made with. The zero one makes a source that knows its reports and reaches nothing.
type Environment struct {
	Settings Settings
	Today    func(zone *time.Location) time.Time // the date in a time zone, at midnight UTC
	Now      func() time.Time
}

// Registry is a list of providers, in the order of the product.
type Registry []Provider

// Find answers the provider with an id, and whether there is one.
func (r Registry) Find(id string) (Provider, bool) {
	for _, provider := range r {
		if provider.ID == id {
			return provider, true
		}
	}
	return Provider{}, false
}

// Listed are the providers of the list of integrations.
func (r Registry) Listed() Registry {
	var listed Registry
	for _, provider := range r {
		if !provider.OwnCard {
			listed = append(listed, provider)
		}
	}
	return listed
}

// Name is what messages call a provider; an unknown id stands for itself.
func (r Registry) Name(id string) string {
	provider, _ := r.Find(id)
	return cmp.Or(provider.MessageName, provider.ShortName, id)
}

// Reports are those of all providers.
func (r Registry) Reports() []Report {
	var reports []Report
	for _, provider := range r {
		reports = append(reports, provider.Reports()...)
	}
	return reports
}

// Settings are those of all providers.
func (r Registry) Settings() []Setting {
	var settings []Setting
	for _, provider := range r {
		settings = append(settings, provider.Settings...)
	}
	return settings
}

// Read takes the values of the providers' settings, or their defaults, from all values of the environment.
func (r Registry) Read(environ map[string]string) Settings {
	settings := Settings{}
	for _, setting := range r.Settings() {
		settings[setting.Name] = cmp.Or(environ[setting.Name], setting.Default)
	}
	return settings
}
