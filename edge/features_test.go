package edge_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"upslope"
)

func TestWhatAPlanHasNotIsRefusedWithThePlansThatHaveItAndReadingNeverIs(t *testing.T) {
	const (
		notSEO = " is part of the SEO and Complete plans. Change your plan in Settings under Billing; your data stays readable."
		notAds = " is part of the Ads and Complete plans. Change your plan in Settings under Billing; your data stays readable."
	)
	r := start(t)
	for i, c := range []struct{ plan, method, path, body, refusal string }{
		{"ads", "POST", "/api/integrations/gsc/connect", `{"siteId":"SITE"}`, "Search Console" + notSEO},
		{"ads", "POST", "/api/integrations/gsc/test", `{"siteId":"SITE"}`, "Search Console" + notSEO},
		{"ads", "POST", "/api/integrations/gsc/sites", `{"properties":["sc-domain:a.example"]}`, "Search Console" + notSEO},
		{"ads", "GET", "/api/integrations/google/authorize?provider=gsc&siteId=SITE", "", "Search Console" + notSEO},
		{"ads", "POST", "/api/integrations/semrush/test", `{"siteId":"SITE"}`, "Semrush" + notSEO},
		{"ads", "POST", "/api/integrations/pagespeed/test", `{"siteId":"SITE"}`, "PageSpeed" + notSEO},
		{"ads", "POST", "/api/storage/s3/multipart", `{"filename":"a.csv"}`, "Technical SEO analysis" + notSEO},
		{"ads", "PUT", "/api/upload/sf-csv?siteId=SITE&filename=a.csv", "URL\n", "Technical SEO analysis" + notSEO},
		{"seo", "POST", "/api/integrations/gads/connect", `{"siteId":"SITE"}`, "Google Ads" + notAds},
		{"seo", "POST", "/api/integrations/gads/test", `{"siteId":"SITE"}`, "Google Ads" + notAds},
		{"seo", "GET", "/api/integrations/google/authorize?provider=gads&siteId=SITE", "", "Google Ads" + notAds},
		{"seo", "POST", "/api/integrations/gsc/test", `{"siteId":"SITE"}`, ""},
		{"seo", "POST", "/api/integrations/pagespeed/test", `{"siteId":"SITE"}`, ""},
		{"ads", "POST", "/api/integrations/gads/test", `{"siteId":"SITE"}`, ""},
		{"ads", "POST", "/api/integrations/ga4/test", `{"siteId":"SITE"}`, ""},
		{"both", "POST", "/api/integrations/semrush/test", `{"siteId":"SITE"}`, ""},
		{"ads", "GET", "/api/integrations/gsc?siteId=SITE", "", ""},
		{"ads", "GET", "/api/technical/sf-issues", "", ""},
		{"ads", "POST", "/api/insights/recompute", "", ""},
		{"ads", "POST", "/api/reports/create-shareable-link", "{}", ""},
	} {
		r.plan = c.plan
		ana := r.signIn(fmt.Sprintf("ana%d@example.com", i)) // a separate account on one server
		site := ana.addSite("shop.example").ID
		kind := asJSON
		if c.method == "PUT" {
			kind = "Content-Type: text/csv"
		}
		res := ana.do(c.method, strings.ReplaceAll(c.path, "SITE", site), strings.ReplaceAll(c.body, "SITE", site), kind)
		if c.refusal == "" && res.StatusCode >= 400 {
			t.Errorf("%s %s on the plan %s: %d %s", c.method, c.path, c.plan, res.StatusCode, res.text)
		} else if c.refusal != "" {
			res.wantProblem(http.StatusPaymentRequired, c.refusal, "")
		}
	}
}

func TestTheAppIsToldWhatTheAccountHas(t *testing.T) {
	r := start(t)
	r.plan = "ads"
	ana := r.signIn("ana@example.com")
	billing := decode[upslope.Billing](ana.do("GET", "/api/billing", "").want(http.StatusOK))
	if len(billing.Features) != 8 || billing.Paused != "" {
		t.Errorf("%+v", billing)
	}
	for _, feature := range billing.Features {
		if feature.Has != (feature.ID == upslope.AdsFeature) {
			t.Errorf("%+v", feature)
		}
	}
	r.plan = ""
	bo := r.signIn("bo@example.com")
	if billing = decode[upslope.Billing](bo.do("GET", "/api/billing", "").want(http.StatusOK)); billing.Paused != "" || !billing.Features[0].Has {
		t.Errorf("on trial: %+v", billing)
	}
	r.goTo(20 * 24 * 60 * 60 * 1e9)
	if billing = decode[upslope.Billing](bo.do("GET", "/api/billing", "").want(http.StatusOK)); !strings.Contains(billing.Paused, "trial has ended") || billing.Features[0].Has {
		t.Errorf("after it: %+v", billing)
	}
}
