package semrush

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// nothingFound is the code for an empty result, not an error.
const nothingFound = 50

// failure is an error message in place of a table.
type failure struct {
	code int
	text string
}

var failureForm = regexp.MustCompile(`^\s*ERROR\s+(\d{1,5})\s*(?:::\s*([^\r\n]*))?`)

// failureIn parses a body like "ERROR 132 :: API UNITS BALANCE IS ZERO", sent with status 200.
func failureIn(body string) (failure, bool) {
	found := failureForm.FindStringSubmatch(strings.TrimPrefix(body, "\ufeff"))
	if found == nil {
		return failure{}, false
	}
	code, err := strconv.Atoi(found[1])
	return failure{code: code, text: strings.TrimSpace(found[2])}, err == nil
}

// explain turns an error into a message with the remedy. Only transient errors are Temporary and retried:
// a retry may cost units.
func (v *version3) explain(reply failure, access providers.Access) error {
	switch reply.code {
	case 70, 110, 120, 121, 122, 402, 404:
		return providers.Errorf(providers.Reconnect, "Semrush does not know this API key. Copy the one under Subscription info, API units in Semrush, and connect again.")
	case 130, 135:
		return providers.Errorf(providers.Denied, "The Semrush subscription of this API key has no API access, or has ended. Renew it in Semrush, then test again.")
	case 133:
		return providers.Errorf(providers.Denied, "The Semrush subscription of this API key does not include the database %s. Choose another one, or ask Semrush for it.", v.database)
	case 131, 134, 136:
		return v.quota("Semrush's limit of requests for this API key is reached.")
	case 132:
		return v.quota("The Semrush API units of this key are used up. Buy more in Semrush, or wait until the next package.")
	case 429, 500:
		return providers.Errorf(providers.Temporary, "Semrush does not answer at the moment. Upslope will try again with the next sync.")
	}
	text := reply.text
	if access.Key != "" {
		text = strings.ReplaceAll(text, access.Key, "…")
	}
	if runes := []rune(remote.Scrub(text)); len(runes) > 0 {
		return providers.Errorf(providers.Refused, "Semrush refused the request for %s: error %d, %s.", access.Domain, reply.code, strings.TrimSuffix(string(runes[:min(len(runes), 200)]), "."))
	}
	return providers.Errorf(providers.Refused, "Semrush refused the request for %s: error %d.", access.Domain, reply.code)
}

// quota pauses for a day: the API does not tell when there are units again.
func (v *version3) quota(words string) error {
	err := providers.Errorf(providers.Quota, "%s Upslope will try again in a day.", words)
	err.Until = v.now().Add(24 * time.Hour)
	return err
}
