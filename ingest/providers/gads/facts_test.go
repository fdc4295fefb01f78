package gads

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

func TestDocumentedAnswersBecomeRows(t *testing.T) {
	google := newStandIn(t, ok)
	pay := map[string]any{"day": "2026-11-01", "campaign_id": uint64(111111111), "campaign": "Test campaign 1", "ad_group_id": uint64(55771861891), "ad_group": "Pay per click", "currency": "EUR"}
	figures := func(impressions, clicks uint64, cost, conversions, value float64) map[string]any {
		return map[string]any{"impressions": impressions, "clicks": clicks, "cost": cost, "conversions": conversions, "conversion_value": value}
	}
	want := map[string][]map[string]any{
		"gads_campaigns": {
			merge(map[string]any{"day": "2026-11-01", "campaign_id": uint64(111111111), "campaign": "Test campaign 1", "status": "enabled", "channel_type": "search", "bidding_strategy": "target_cpa", "budget": 50.0, "currency": "EUR"},
				figures(300, 12, 15.34, 2.5, 189.75)),
			merge(map[string]any{"day": "2026-11-01", "campaign_id": uint64(222222222), "campaign": "Test campaign 2 \"räder\" 🚲", "status": "paused", "channel_type": "performance_max", "bidding_strategy": "maximize_conversion_value", "budget": nil, "currency": "EUR"},
				figures(7, 0, 0, -1, -20.5)),
			merge(map[string]any{"day": "2026-11-02", "campaign_id": uint64(111111111), "campaign": "Test campaign 1", "status": "enabled", "channel_type": "search", "bidding_strategy": "target_cpa", "budget": 50.0, "currency": "EUR"},
				figures(281, 9, 9.870001, 0, 0)),
		},
		"gads_ad_groups": {merge(pay, map[string]any{"status": "enabled"}, figures(300, 12, 15.34, 2.5, 189.75))},
		"gads_keywords": {
			merge(pay, map[string]any{"criterion_id": uint64(10003060), "keyword": "pay per click", "match_type": "phrase", "quality_score": uint8(7), "cpc_bid": 1.25}, figures(190, 8, 9.12, 1.5, 120)),
			merge(pay, map[string]any{"criterion_id": uint64(10003061), "keyword": "ppc", "match_type": "exact", "quality_score": nil, "cpc_bid": nil}, figures(110, 4, 6.22, 1, 69.75)),
		},
		"gads_search_terms": {merge(pay, map[string]any{"search_term": "what is ppc", "match_type": "near_phrase", "status": "none"}, figures(41, 3, 3.3, 0, 0))},
	}
	source := google.source()
	for table, want := range want {
		got, err := read(t, report(t, source, table).Fetch(context.Background(), google.access(), date(11, 1), date(11, 30)))
		if err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", table, got, want)
		}
	}
	for _, ask := range google.requests() {
		if ask.from != "customer" && !strings.Contains(ask.query, "BETWEEN '2026-11-01' AND '2026-11-30'") {
			t.Errorf("asked without the days: %s", ask.query)
		}
	}
}

func TestKeywordsAreReadAtEveryLevelAndListsForEachCampaignThatUsesThem(t *testing.T) {
	google := newStandIn(t, ok)
	got, err := read(t, report(t, google.source(), "gads_criteria").Fetch(context.Background(), google.access(), date(11, 20), date(11, 20)))
	if err != nil {
		t.Fatal(err)
	}
	row := func(level string, campaign, group, criterion uint64, list, keyword, match string, negative bool) map[string]any {
		return map[string]any{"day": "2026-11-20", "level": level, "campaign_id": campaign, "ad_group_id": group, "criterion_id": criterion, "list_name": list,
			"keyword": keyword, "match_type": match, "is_negative": negative, "status": "enabled", "quality_score": nil, "cpc_bid": nil, "currency": "EUR"}
	}
	want := []map[string]any{
		merge(row("ad_group", 111111111, 55771861891, 10003060, "", "pay per click", "broad", false), map[string]any{"quality_score": uint8(10), "cpc_bid": 2.0}),
		row("ad_group", 111111111, 55771861891, 10003099, "", "free", "exact", true),
		row("campaign", 111111111, 0, 10003070, "", "jobs", "phrase", true),
		row("shared", 111111111, 0, 10003080, "Never", "cheap", "broad", true),
		row("shared", 222222222, 0, 10003080, "Never", "cheap", "broad", true),
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %v\nwant %v", got, want)
	}
}

func TestCostsOfManyRowsAddUpToTheCent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var answer bytes.Buffer
	total := map[string]int64{}
	answer.WriteByte('[')
	const rows = 2*batchRows + 17 // more than one batch for each day
	for i := range 2 * rows {
		day, cost := fmt.Sprintf("2026-11-%02d", 1+i%2), random.Int64N(3_000_000)
		total[day] += cost
		if i > 0 {
			answer.WriteByte(',')
		}
		fmt.Fprintf(&answer, `{"results":[{"campaign":{"id":"%d"},"metrics":{"costMicros":"%d","clicks":"1"},"segments":{"date":"%s"}}]}`, i, cost, day)
	}
	answer.WriteByte(']')
	google := newStandIn(t, func(a asked) (int, []byte) {
		if a.from == "campaign" {
			return http.StatusOK, answer.Bytes()
		}
		return http.StatusOK, nil
	})
	got, err := read(t, report(t, google.source(), "gads_campaigns").Fetch(context.Background(), google.access(), date(11, 1), date(11, 2)))
	if err != nil || len(got) != 2*rows {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	sums := map[string]float64{}
	for _, row := range got {
		sums[row["day"].(string)] += row["cost"].(float64)
	}
	for day, micros := range total {
		if off := math.Abs(sums[day] - float64(micros)/1e6); off > 0.0001 {
			t.Errorf("%s costs %f, off by %g", day, sums[day], off)
		}
	}
}

func TestAnAnswerThatIsTooLargeIsAskedForInHalves(t *testing.T) {
	day := func(d int) string {
		return fmt.Sprintf(`{"results":[{"campaign":{"id":"%d","name":%q},"segments":{"date":"2026-11-%02d"}}]}`, d, strings.Repeat("x", 300), d)
	}
	google := newStandIn(t, func(a asked) (int, []byte) {
		if a.from != "campaign" {
			return http.StatusOK, nil
		}
		var from, to int
		if _, err := fmt.Sscanf(a.query[strings.Index(a.query, "BETWEEN"):], "BETWEEN '2026-11-%d' AND '2026-11-%d'", &from, &to); err != nil {
			t.Errorf("%s: %v", a.query, err)
		}
		var days []string
		for d := from; d <= to; d++ {
			days = append(days, day(d))
		}
		return http.StatusOK, []byte("[" + strings.Join(days, ",") + "]")
	})
	access := google.access()
	access.HTTP = remote.NewClient(remote.Options{Provider: Name, Limits: providers.Limits{Backoff: time.Millisecond, MaxBytes: 1000}})
	got, err := read(t, report(t, google.source(), "gads_campaigns").Fetch(context.Background(), access, date(11, 1), date(11, 30)))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range got {
		if row["campaign_id"] != uint64(i+1) || len(got) != 30 {
			t.Fatalf("row %d of %d is %v", i, len(got), row["campaign_id"])
		}
	}
	access.HTTP = remote.NewClient(remote.Options{Provider: Name, Limits: providers.Limits{Backoff: time.Millisecond, MaxBytes: 350}})
	if _, err := read(t, report(t, google.source(), "gads_campaigns").Fetch(context.Background(), access, date(11, 1), date(11, 30))); !errors.Is(err, remote.ErrTooLarge) {
		t.Errorf("a day that is too large: %v", err)
	}
}

func TestCampaignsCountWhenGoogleRefusesEverythingElse(t *testing.T) {
	for _, report := range newStandIn(t, ok).source().Reports() {
		if report.Optional != (report.Table != "gads_campaigns") {
			t.Errorf("%s is optional: %v", report.Table, report.Optional)
		}
	}
}

func TestNothingIsWrittenAsAnEmptyOrAMissingListOrNull(t *testing.T) {
	for _, body := range []string{`[]`, `[{}]`, `[{"results":[]}]`, `[{"results":null,"fieldMask":null}]`} {
		google := newStandIn(t, func(a asked) (int, []byte) {
			if a.from != "campaign" {
				return http.StatusOK, nil
			}
			return http.StatusOK, []byte(body)
		})
		got, err := read(t, report(t, google.source(), "gads_campaigns").Fetch(context.Background(), google.access(), date(11, 1), date(11, 1)))
		if err != nil || len(got) != 0 {
			t.Errorf("%s: %d rows, %v", body, len(got), err)
		}
	}
}

func TestDaysThatWereNotAskedForAreRefused(t *testing.T) {
	google := newStandIn(t, ok)
	_, err := read(t, report(t, google.source(), "gads_campaigns").Fetch(context.Background(), google.access(), date(11, 1), date(11, 1)))
	if kind(err) != providers.Refused {
		t.Errorf("%v", err)
	}
}

func TestStoppingEarlyIsNoError(t *testing.T) {
	google := newStandIn(t, ok)
	for _, table := range []string{"gads_campaigns", "gads_criteria"} {
		for _, err := range report(t, google.source(), table).Fetch(context.Background(), google.access(), date(11, 1), date(11, 30)) {
			if err != nil {
				t.Errorf("%s: %v", table, err)
			}
			break
		}
	}
}

func merge(maps ...map[string]any) map[string]any {
	all := map[string]any{}
	for _, m := range maps {
		for name, value := range m {
			all[name] = value
		}
	}
	return all
}

func kind(err error) providers.Kind {
	var providerError *providers.Error
	if errors.As(err, &providerError) {
		return providerError.Kind
	}
	return ""
}
