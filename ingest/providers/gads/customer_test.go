package gads

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"upslope/ingest/providers"
)

func failure(status int, code, value string) []byte {
	return fmt.Appendf(nil, `{"error":{"code":%d,"message":"outside","status":"X","details":[{"errors":[{"errorCode":{%q:%q},"message":"inside"}]}]}}`, status, code, value)
}

func TestWhatGoogleAdsRefusesIsSaidInWords(t *testing.T) {
	for _, c := range []struct {
		status      int
		code, value string
		kind        providers.Kind
		words       string
	}{
		{403, "authorizationError", "USER_PERMISSION_DENIED", providers.Denied, "does not open customer 123-456-7890"},
		{403, "authorizationError", "CUSTOMER_NOT_ENABLED", providers.Denied, "is not active"},
		{403, "authorizationError", "DEVELOPER_TOKEN_NOT_APPROVED", providers.Denied, "apply for access"},
		{401, "authenticationError", "NOT_ADS_USER", providers.Reconnect, "Connect with one that has"},
		{401, "authenticationError", "CUSTOMER_NOT_FOUND", providers.Refused, "knows no customer 123-456-7890"},
		{401, "authenticationError", "OAUTH_TOKEN_REVOKED", providers.Reconnect, "Connect it again"},
		{400, "requestError", "INVALID_CUSTOMER_ID", providers.Refused, "knows no customer"},
		{400, "queryError", "REQUESTED_METRICS_FOR_MANAGER", providers.Refused, "is a manager account"},
		{400, "requestError", "UNSUPPORTED_VERSION", providers.Refused, "Ask your administrator to update it"},
		{400, "queryError", "UNRECOGNIZED_FIELD", providers.Refused, "inside"},
	} {
		for _, array := range []bool{false, true} {
			google := newStandIn(t, func(asked) (int, []byte) {
				body := failure(c.status, c.code, c.value)
				if array {
					body = append(append([]byte("["), body...), ']')
				}
				return c.status, body
			})
			_, err := google.source().Test(context.Background(), google.access())
			if kind(err) != c.kind || !strings.Contains(err.Error(), c.words) || strings.Contains(err.Error(), google.URL) {
				t.Errorf("%s, array %v: %s %v", c.value, array, kind(err), err)
			}
		}
	}
}

func TestAQuotaThatIsUsedUpSaysUntilWhen(t *testing.T) {
	google := newStandIn(t, func(asked) (int, []byte) { return http.StatusTooManyRequests, file(t, "exhausted.json") })
	_, err := google.source().Test(context.Background(), google.access())
	var providerError *providers.Error
	if !errors.As(err, &providerError) || providerError.Kind != providers.Quota || time.Until(providerError.Until) < 29*time.Minute {
		t.Errorf("%v", err)
	}
	if n := len(google.requests()); n != 1 {
		t.Errorf("asked %d times, though Google said to wait for half an hour", n)
	}
}

func TestFinalDayIsYesterdayWhereTheCustomerIs(t *testing.T) {
	for zone, want := range map[string]time.Time{ // it is 23:30 UTC on 21 November
		"Europe/Berlin": date(11, 21), "America/Los_Angeles": date(11, 20), "Pacific/Auckland": date(11, 21), "": date(11, 19), "Moon/Crater": date(11, 19),
	} {
		google := newStandIn(t, func(asked) (int, []byte) {
			return http.StatusOK, fmt.Appendf(nil, `[{"results":[{"customer":{"id":"1234567890","timeZone":%q}}]}]`, zone)
		})
		got, err := google.source().FinalDay(context.Background(), google.access(), date(11, 20))
		if err != nil || !got.Equal(want) {
			t.Errorf("%q: %v, %v", zone, got, err)
		}
	}
}

func TestATestTellsNameCurrencyAndTimeZone(t *testing.T) {
	google := newStandIn(t, ok)
	found, err := google.source().Test(context.Background(), google.access())
	want := providers.Found{Message: "Google Ads opened Acme Bikes. Its figures are in EUR and by the days of Europe/Berlin.", Name: "Acme Bikes", Currency: "EUR", TimeZone: "Europe/Berlin"}
	if err != nil || found != want {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestAManagerIsNoCustomer(t *testing.T) {
	google := newStandIn(t, func(asked) (int, []byte) {
		return http.StatusOK, []byte(`[{"results":[{"customer":{"id":"1234567890","manager":true}}]}]`)
	})
	_, err := google.source().Test(context.Background(), google.access())
	if kind(err) != providers.Refused || !strings.Contains(err.Error(), "is a manager account") {
		t.Errorf("%v", err)
	}
	_, err = read(t, report(t, google.source(), "gads_campaigns").Fetch(context.Background(), google.access(), date(11, 1), date(11, 1)))
	if kind(err) != providers.Refused {
		t.Errorf("%v", err)
	}
}

func TestTheManagerOfTheSettingsIsNamedInEveryRequest(t *testing.T) {
	google := newStandIn(t, ok)
	access := google.access()
	access.Login = "987-654-3210"
	if _, err := read(t, report(t, google.source(), "gads_criteria").Fetch(context.Background(), access, date(11, 1), date(11, 1))); err != nil {
		t.Fatal(err)
	}
	for _, ask := range google.requests() {
		if ask.login != "9876543210" || ask.customer != "1234567890" {
			t.Errorf("%+v", ask)
		}
	}
}

func TestACustomerInsideAManagerIsFoundAndTheWayRemembered(t *testing.T) {
	google := newStandIn(t, func(a asked) (int, []byte) {
		if a.customer != "" && a.login != "9876543210" {
			return http.StatusForbidden, file(t, "denied.json")
		}
		return http.StatusOK, nil
	})
	source := google.source()
	for range 2 {
		rows, err := read(t, report(t, source, "gads_campaigns").Fetch(context.Background(), google.access(), date(11, 1), date(11, 30)))
		if err != nil || len(rows) != 3 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
	}
	var logins []string
	for _, ask := range google.requests() {
		logins = append(logins, ask.from+" "+ask.login)
	}
	want := []string{"customer ", " ", "customer 9876543210", "campaign 9876543210", "customer 9876543210", "campaign 9876543210"}
	if !reflect.DeepEqual(logins, want) {
		t.Errorf("asked %q", logins)
	}
}

func TestACustomerOutsideOfTheManagerOfTheSettingsIsReachedByItself(t *testing.T) {
	google := newStandIn(t, func(a asked) (int, []byte) {
		if a.customer != "" && a.login != "" {
			return http.StatusForbidden, file(t, "denied.json")
		}
		return http.StatusOK, nil
	})
	access := google.access()
	access.Login = "9876543210"
	if found, err := google.source().Test(context.Background(), access); err != nil || found.Name != "Acme Bikes" {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestACustomerThatNobodyOpensIsDeniedAndTheAccountNamed(t *testing.T) {
	google := newStandIn(t, func(a asked) (int, []byte) {
		if a.customer != "" {
			return http.StatusForbidden, file(t, "denied.json")
		}
		return http.StatusOK, nil
	})
	access := google.access()
	access.Account = "reader@project.example"
	_, err := google.source().Test(context.Background(), access)
	if kind(err) != providers.Denied || !strings.HasSuffix(err.Error(), "The account is reader@project.example.") {
		t.Errorf("%v", err)
	}
}

func TestOnlyActiveCustomersAreOffered(t *testing.T) {
	cancelled := failure(403, "authorizationError", "CUSTOMER_NOT_ENABLED")
	google := newStandIn(t, func(a asked) (int, []byte) {
		if a.from == "customer_client" && a.customer == "1234567890" {
			return http.StatusForbidden, cancelled
		}
		return http.StatusOK, nil
	})
	got, err := google.source().Properties(context.Background(), google.access())
	want := []providers.Property{{ID: "2345678901", Name: "234-567-8901"}, {ID: "1234567890", Name: "Acme Bikes"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	google.answer = func(a asked) (int, []byte) {
		if a.from == "customer_client" {
			return http.StatusForbidden, cancelled
		}
		return http.StatusOK, nil
	}
	if got, err := google.source().Properties(context.Background(), google.access()); kind(err) != providers.Denied {
		t.Errorf("none can be opened: %v, %v", got, err)
	}
}

func TestAnIDThatIsNoneIsRefusedBeforeAnybodyIsAsked(t *testing.T) {
	google := newStandIn(t, ok)
	for _, id := range []string{"", "abc", "123/../456", "1234567890?x", "123456789012345678901", " - "} {
		access := google.access()
		access.Property = id
		if _, err := google.source().Test(context.Background(), access); kind(err) != providers.Refused {
			t.Errorf("%q: %v", id, err)
		}
	}
	if n := len(google.requests()); n != 0 {
		t.Errorf("asked %d times", n)
	}
}
