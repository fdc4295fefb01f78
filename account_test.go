package upslope

import (
	"strings"
	"testing"
	"time"
)

func TestPlansHaveWhatTheyWereSoldWith(t *testing.T) {
	now := time.Now()
	running, over := now.Add(time.Hour), now.Add(-time.Hour)
	for _, c := range []struct {
		source string
		plans  string // those that read it
	}{
		{GA4, "seo ads both"}, {"ga4_pages", "seo ads both"}, {GSC, "seo both"}, {"gsc_query_pages", "seo both"}, {"crawl", "seo both"}, {PageSpeed, "seo both"},
		{Semrush, "seo both"}, {"semrush_positions", "seo both"}, {"semrush_competitors", "both"}, {GAds, "ads both"}, {"gads_campaigns", "ads both"},
	} {
		for _, plan := range []string{"seo", "ads", "both"} {
			has := false
			for word := range strings.FieldsSeq(c.plans) {
				has = has || word == plan
			}
			if err := (Account{Plan: plan, TrialEndsAt: running}).MayRead(c.source, now); (err == nil) != has {
				t.Errorf("%s on the plan %s: %v", c.source, plan, err)
			}
		}
		if err := (Account{TrialEndsAt: running}).MayRead(c.source, now); err != nil {
			t.Errorf("%s on trial: %v", c.source, err)
		}
		if err := (Account{TrialEndsAt: over}).MayRead(c.source, now); CodeOf(err) != PaymentRequired {
			t.Errorf("%s after the trial: %v", c.source, err)
		}
	}
	for _, feature := range (Account{Plan: "ads"}).Features(now) {
		if feature.Has != (feature.ID == AdsFeature) || feature.Has != (feature.Why == "") {
			t.Errorf("%+v", feature)
		}
	}
	why := (Account{Plan: "seo"}).Has(AdsFeature, now)
	if want := "Google Ads is part of the Ads and Complete plans. Change your plan in Settings under Billing; your data stays readable."; why == nil || why.Error() != want {
		t.Errorf("%v", why)
	}
	if part := (Account{}).Features(now)[5]; part.PartOf != "Part of the Complete plan" {
		t.Errorf("%+v", part)
	}
}
