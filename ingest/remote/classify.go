package remote

import (
	"net/http"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // quotas reset at midnight Pacific time, also on systems without time zone datas

	"upslope/ingest/providers"
)

// quotaRest is the pause after a rate quota refused every attempt; Google's longest rate window is 15
// minutes.
const quotaRest = 15 * time.Minute

// refused turns an error response into a failure.
func (t *transport) refused(response *http.Response, body []byte) *failure {
	answer := parseAnswer(response.StatusCode, response.Header, body, t.Now())
	switch code := answer.Code; {
	case code >= 300 && code < 400:
		// The credentials must not follow a redirect.
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
		// A retry helps only if the provider lost the page briefly; otherwise the next sync restarts the
		// report.
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
	err := providers.Errorf(providers.Quota, "%s allows no more requests until %s. Upslope will go on then.", t.Provider, until.UTC().Format("15:04 UTC on January 2"))
	err.Until = until
	return err.Because(answer)
}

// spentUntil separates a used-up daily or hourly quota from a rate limit.
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

// limited separates quota errors from permission errors: Google uses 403 for both.
func limited(answer *Answer) bool {
	message := strings.ToLower(answer.Message)
	return answer.Code == http.StatusTooManyRequests ||
		answer.Code == http.StatusForbidden && (strings.Contains(message, "quota exceeded") || strings.Contains(message, "rate limit exceeded")) || answer.Has("RESOURCE_EXHAUSTED", "RESOURCE_TEMPORARILY_EXHAUSTED", "RATE_LIMIT_EXCEEDED",
		"rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded", "dailyLimitExceededUnreg", "variableTermLimitExceeded",
		"quotaExceeded", "concurrentLimitExceeded", "servingLimitExceeded", "limitExceeded")
}

// ended returns the message with a final period.
func ended(message string) string {
	if strings.HasSuffix(message, ".") || strings.HasSuffix(message, "…") || strings.HasSuffix(message, "!") {
		return message
	}
	return message + "."
}

// NextPacificMidnight is the reset time of Google's daily quotas.
func NextPacificMidnight(now time.Time) time.Time {
	pacific, err := time.LoadLocation("America/Los_Angeles")
	if err != nil { // impossible: the time zones are embedded
		pacific = time.FixedZone("PST", -8*3600)
	}
	year, month, day := now.In(pacific).Date()
	return time.Date(year, month, day+1, 0, 0, 0, 0, pacific)
}
