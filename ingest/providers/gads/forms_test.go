package gads

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"upslope/ingest/providers"
	"upslope/ingest/providers/wire/wiretest"
)

func TestAnyFormOfAnAnswerIsReadAlike(t *testing.T) {
	for table, from := range map[string]string{
		"gads_campaigns": "campaign", "gads_ad_groups": "ad_group", "gads_keywords": "keyword_view", "gads_search_terms": "search_term_view",
	} {
		rowsOf := func(body []byte) ([]map[string]any, error) {
			s := newStandIn(t, func(a asked) (int, []byte) {
				if a.from == from {
					return http.StatusOK, body
				}
				return http.StatusOK, nil
			})
			return read(t, report(t, s.source(), table).Fetch(t.Context(), s.access(), date(11, 1), date(11, 20)))
		}
		want, err := rowsOf(documented(t, from))
		if err != nil || len(want) == 0 {
			t.Fatalf("%s: %d rows, %v", table, len(want), err)
		}
		for name, body := range wiretest.Forms(t, documented(t, from)) {
			if got, err := rowsOf(body); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %v\n got %v\nwant %v", table, name, err, got, want)
			}
		}
	}
}

// Google sends a constant that is newer than our version as a number.
func TestAnUnknownConstantIsKeptAsItIs(t *testing.T) {
	body := strings.NewReplacer(`"ENABLED"`, `17`, `"SEARCH"`, `99`).Replace(string(documented(t, "campaign")))
	s := newStandIn(t, func(a asked) (int, []byte) {
		if a.from == "campaign" {
			return http.StatusOK, []byte(body)
		}
		return http.StatusOK, nil
	})
	rows, err := read(t, report(t, s.source(), "gads_campaigns").Fetch(t.Context(), s.access(), date(11, 1), date(11, 20)))
	if err != nil || len(rows) == 0 || rows[0]["channel_type"] != "99" && rows[0]["status"] != "17" {
		t.Errorf("%v, %v", rows, err)
	}
}

func TestTestAccessIsNamed(t *testing.T) {
	const denied = `[{"error":{"code":403,"message":"The caller does not have permission","status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure","errors":[{"errorCode":{"authorizationError":"CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION"},"message":"The project has test access."}]}]}}]`
	s := newStandIn(t, func(asked) (int, []byte) { return http.StatusForbidden, []byte(denied) })
	_, err := s.source().Test(t.Context(), s.access())
	if kind(err) != providers.Denied || !strings.Contains(err.Error(), "has test access to Google Ads only") || !strings.Contains(err.Error(), "Explorer or Basic access") {
		t.Errorf("%v", err)
	}
}
