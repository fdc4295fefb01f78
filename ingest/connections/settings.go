package connections

import (
	"upslope"
	"upslope/ingest/providers"
)

// Settings are the installation's credentials and the resulting defaults for sites without their own.
type Settings struct {
	PublicURL          string
	ServiceAccountFile string // Google's key file; unused when there is an OAuth client
	GoogleClientID     string // of the OAuth client for customers' sign-in; "" disables it
	GoogleClientSecret string
	GoogleOAuthBaseURL string // overrides Google's addresses for consent, tokens and revocation
	BackfillDays       int
	Providers          providers.Settings
}

// signIn reports whether customers connect by signing in with Google.
func (s Settings) signIn() bool { return s.GoogleClientID != "" }

// variables returns the settings a provider needs, and the missing ones.
func (s Settings) variables(provider providers.Provider) (required, missing []string) {
	google := map[string]string{
		"GOOGLE_APPLICATION_CREDENTIALS": s.ServiceAccountFile, "GOOGLE_CLIENT_ID": s.GoogleClientID, "GOOGLE_CLIENT_SECRET": s.GoogleClientSecret,
	}
	switch {
	case !provider.Google():
		required = []string{provider.KeySetting}
	case s.signIn():
		required = []string{"GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"} // customers choose the properties
	default:
		required = append([]string{"GOOGLE_APPLICATION_CREDENTIALS"}, provider.ServiceAccountSettings...)
	}
	missing = []string{}
	for _, name := range required {
		if google[name] == "" && s.Providers[name] == "" {
			missing = append(missing, name)
		}
	}
	return required, missing
}

// propertyOf returns the connection's property, or the site's default; "" when there is neither.
func (s *Service) propertyOf(site upslope.Site, connection upslope.Connection) string {
	if connection.Property != "" {
		return connection.Property
	}
	return s.provider(connection.Provider).DefaultProperty(site, s.Settings.Providers)
}
