package simulator

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"upslope/simulator/world"
)

// TestEveryProviderFailsInItsOwnForm compares each provider's response to the same fault with its
// documentation.
func TestEveryProviderFailsInItsOwnForm(t *testing.T) {
	b := start(t, Config{})
	w := b.World(world.Small)
	b.readJSON(t, "GET", "/webmasters/v3/sites", "") // signed in before the fault
	requests := map[string][3]string{
		sourceGSC:       {"POST", searchPath(w.GSCSite), searchBody("2026-11-10", `"query"`, "")},
		sourceGA4:       {"POST", "/v1beta/properties/" + w.GA4ID + ":runReport", reportBody("2026-11-10", "2026-11-10", pagesReport)},
		sourceAdmin:     {"GET", "/v1beta/accountSummaries", ""},
		sourceAds:       {"POST", "/v26/customers/" + w.AdsID + "/googleAds:searchStream", `{"query":"SELECT campaign.id FROM campaign"}`},
		sourceSemrush:   {"GET", "/?type=domain_organic&database=us&domain=" + w.Domain + "&key=" + SemrushKey, ""},
		sourcePageSpeed: {"GET", "/pagespeedonline/v5/runPagespeed?url=" + url.QueryEscape(w.Origin+"/"), ""},
	}
	for source, request := range requests {
		for kind, want := range map[string]struct {
			status int
			google string
			others map[string]string
		}{
			TooMany:     {429, `"reason":"rateLimitExceeded"`, map[string]string{sourceAds: `"retryDelay":"9s"`, sourceSemrush: "ERROR 131 :: "}},
			QuotaUsedUp: {403, `"reason":"quotaExceeded"`, map[string]string{sourceAds: `{"quotaError":"RESOURCE_EXHAUSTED"}`, sourceSemrush: "ERROR 132 :: "}},
			ServerError: {500, `"reason":"backendError"`, map[string]string{sourceAds: `{"internalError":"INTERNAL_ERROR"}`, sourceSemrush: "internal error"}},
			ExpiredPage: {400, `"INVALID_ARGUMENT"`, map[string]string{sourceAds: `{"requestError":"EXPIRED_PAGE_TOKEN"}`, sourceSemrush: "page token"}},
		} {
			if err := b.SetFaults([]Fault{{Source: source, Kind: kind, Seconds: 9, Times: 1}}); err != nil {
				t.Fatal(err)
			}
			says := want.google
			if other := want.others[source]; other != "" {
				says = other
			}
			status, text, header := b.request(t, b.client, request[0], request[1], request[2])
			if status != want.status || !strings.Contains(text, says) || source == sourceAds && !strings.HasPrefix(text, "[{") {
				t.Errorf("%s %s: %d %s, want %d with %s", source, kind, status, text, want.status, says)
			}
			if after := header.Get("Retry-After"); kind == TooMany && source != sourceAds && after != "9" {
				t.Errorf("%s: Retry-After is %q", source, after)
			}
			if status, text, _ := b.request(t, b.client, request[0], request[1], request[2]); status != http.StatusOK {
				t.Errorf("%s after its %s: %d %s", source, kind, status, text)
			}
		}
	}
}

func TestQuotaIsRestoredOverTime(t *testing.T) {
	b := start(t, Config{})
	w := b.World(world.Small)
	for _, c := range []struct {
		key, method, path, body string
		limit                   int
		status                  int
		says                    string
	}{
		{"ga4 hour " + w.GA4ID, "POST", "/v1beta/properties/" + w.GA4ID + ":runReport", reportBody("2026-11-10", "2026-11-10", pagesReport), ga4TokensPerHour, 429, "tokens per hour"},
		{"ads", "POST", "/v26/customers/" + w.AdsID + "/googleAds:search", `{"query":"SELECT campaign.id FROM campaign"}`, adsOperations, 429, `"quotaError":"RESOURCE_EXHAUSTED"`},
		{"semrush units", "GET", "/?type=domain_organic&database=us&domain=" + w.Domain + "&key=" + SemrushKey, "", semrushUnits, 403, "ERROR 132 :: API UNITS BALANCE IS ZERO"},
		{"pagespeed", "GET", "/pagespeedonline/v5/runPagespeed?url=" + url.QueryEscape(w.Origin+"/"), "", pageSpeedPerMinute, 429, "Queries per minute"},
	} {
		if _, ok, _ := b.limits.take(c.key, c.limit, c.limit, day, b.now); !ok {
			t.Fatalf("%s was used before", c.key)
		}
		if status, text, _ := b.request(t, b.client, c.method, c.path, c.body); status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s used up: %d %s", c.key, status, text)
		}
		b.now = b.now.Add(day)
		b.signIn(t)
		if status, text, _ := b.request(t, b.client, c.method, c.path, c.body); status != http.StatusOK {
			t.Errorf("%s a day later: %d %s", c.key, status, text)
		}
	}
}

func TestAnUnlimitedServerHasNoLimits(t *testing.T) {
	b := start(t, Config{Unlimited: true})
	w := b.World(world.Small)
	b.limits.take("gsc "+w.GSCSite, gscPerMinute, gscPerMinute, minute, b.now)
	b.limits.take("ga4 hour "+w.GA4ID, ga4TokensPerHour, ga4TokensPerHour, hour, b.now)
	b.readJSON(t, "POST", searchPath(w.GSCSite), searchBody("2026-11-10", `"query"`, ""))
	b.readJSON(t, "POST", "/v1beta/properties/"+w.GA4ID+":runReport", reportBody("2026-11-10", "2026-11-10", pagesReport))
}
