package remote

import (
	"net/http"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // quotas end at midnight Pacific time, also where the system has no time zones

	"upslope/ingest/providers"
)

// How long a rate quota is left alone after it refused every try. Google counts the longest of them in quarters of an hour.
const quotaRest = 15 * time.Minute

// refused says what follows from an answer that is no data.
func (t *transport) refused(response *http.Response, body []byte) *failure {
	answer := parseAnswer(response.StatusCode, response.Header, body, t.Now())
	switch code := answer.Code; {
	case code >= 300 && code < 400:
		// The credentials must not go where somebody else points to.
		return &failure{err: providers.Errorf(providers.Refused, "%s answered with a redirect, which is not followed.", t.Provider).Because(answer)}
	case limited(answer):
		if until, spent := spentUntil(answer, t.Now()); spent {
			return &failure{err: t.quota(answer, until)}
		}
		return &failure{err: t.quota(answer, t.Now().Add(max(answer.Wait, quotaRest))), again: true, after: answer.Wait}
	case code == http.StatusRequestTimeout, code >= 500:
		failed := t.unreachable(answer)
		failed.err, failed.after = failed.err.Because(answer), answer.Wait
		return failed
	case answer.Has("EXPIRED_PAGE_TOKEN", "INVALID_PAGE_TOKEN") || strings.Contains(strings.ToLower(answer.Message), "page token"):
		// Asking again helps where the provider only lost it for a moment. Else the next sync begins the report anew.
		providerError := providers.Errorf(providers.Temporary, "%s lost its place in a long report. Upslope will read it again with the next sync.", t.Provider)
		return &failure{err: providerError.Because(answer), again: true}
	case code == http.StatusUnauthorized, answer.Has("invalid_grant", "API_KEY_INVALID", "keyInvalid", "keyExpired"):
		return &failure{err: providers.Errorf(providers.Reconnect, "%s no longer accepts the credentials. Connect it again.", t.Provider).Because(answer)}
	case answer.Has("ACCESS_TOKEN_SCOPE_INSUFFICIENT"):
		return &failure{err: providers.Errorf(providers.Reconnect, "Reading %s was not allowed when it was connected. Connect it again and allow it.", t.Provider).Because(answer)}
	case answer.Has("SERVICE_DISABLED", "accessNotConfigured"):
		return &failure{err: providers.Errorf(providers.Denied, "The API of %s is not switched on in the Google Cloud project of the credentials. Switch it on there, then test again.", t.Provider).Because(answer)}
	case code == http.StatusForbidden:
		return &failure{err: providers.Errorf(providers.Denied, "%s does not let these credentials in: %s", t.Provider, ended(answer.Message)).Because(answer)}
	}
	return &failure{err: providers.Errorf(providers.Refused, "%s refused the request: %s", t.Provider, ended(answer.Message)).Because(answer)}
}

func (t *transport) quota(answer *Answer, until time.Time) *providers.Error {
	err := providers.Errorf(providers.Quota, "%s allows no more requests until %s. Upslope will go on then.", t.Provider, until.UTC().Format("15:04 UTC on 2 January"))
	err.Until = until
	return err.Because(answer)
}

// spentUntil tells a quota that is used up for the day or the hour from one that only asks for patience.
func spentUntil(answer *Answer, now time.Time) (time.Time, bool) {
	message := strings.ToLower(answer.Message)
	says := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(message, word) })
	}
	switch {
	case answer.Has("dailyLimitExceeded", "dailyLimitExceededUnreg", "variableTermLimitExceeded") || says("per day", "perday", "daily"):
		if answer.Wait == 0 {
			return NextPacificMidnight(now), true
		}
	case says("per hour", "perhour", "hourly"):
		if answer.Wait == 0 {
			return now.Truncate(time.Hour).Add(time.Hour), true
		}
	default:
		return time.Time{}, false
	}
	return now.Add(answer.Wait), true
}

// limited tells quota from permission: Google answers either with 403.
func limited(answer *Answer) bool {
	message := strings.ToLower(answer.Message)
	return answer.Code == http.StatusTooManyRequests ||
		answer.Code == http.StatusForbidden && (strings.Contains(message, "quota exceeded") || strings.Contains(message, "rate limit exceeded")) || answer.Has("RESOURCE_EXHAUSTED", "RESOURCE_TEMPORARILY_EXHAUSTED", "RATE_LIMIT_EXCEEDED",
		"rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded", "dailyLimitExceededUnreg", "variableTermLimitExceeded",
		"quotaExceeded", "concurrentLimitExceeded", "servingLimitExceeded", "limitExceeded")
}

// ended makes words the end of a sentence.
func ended(message string) string {
	if strings.HasSuffix(message, ".") || strings.HasSuffix(message, "…") || strings.HasSuffix(message, "!") {
		return message
	}
	return message + "."
}

// NextPacificMidnight is when Google's daily quotas begin anew.
func NextPacificMidnight(now time.Time) time.Time {
	pacific, err := time.LoadLocation("America/Los_Angeles")
	if err != nil { // cannot be: the zones are in the binary
		pacific = time.FixedZone("PST", -8*3600)
	}
	year, month, day := now.In(pacific).Date()
	return time.Date(year, month, day+1, 0, 0, 0, 0, pacific)
}
