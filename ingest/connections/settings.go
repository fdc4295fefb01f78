package connections

import (
	"upslope"
	"upslope/ingest/providers"
)

// Settings are the credentials of the installation, and what follows for sites that say nothing else.
type Settings struct {
	PublicURL          string
	ServiceAccountFile string // Google's key file; not used when there is a client
	GoogleClientID     string // of the client that customers sign in through; "" when they cannot
	GoogleClientSecret string
	GoogleOAuthBaseURL string // stands in for Google's addresses of consent, tokens and revocation
	BackfillDays       int
	Providers          providers.Settings
}

// signIn says whether customers connect by signing in with Google.
func (s Settings) signIn() bool { return s.GoogleClientID != "" }

// variables answers the settings that a provider needs, and those of them that are not set.
func (s Settings) variables(provider providers.Provider) (required, missing []string) {
	google := map[string]string{
		"GOOGLE_APPLICATION_CREDENTIALS": s.ServiceAccountFile, "GOOGLE_CLIENT_ID": s.GoogleClientID, "GOOGLE_CLIENT_SECRET": s.GoogleClientSecret,
	}
	switch {
	case !provider.Google():
		required = []string{provider.KeySetting}
	case s.signIn():
		required = []string{"GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"} // customers choose their own properties
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

// propertyOf is what the connection reads, or would read: "" when nothing says.
func (s *Service) propertyOf(site upslope.Site, connection upslope.Connection) string {
	if connection.Property != "" {
		return connection.Property
	}
	return s.provider(connection.Provider).DefaultProperty(site, s.Settings.Providers)
}
