package simulator

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"upslope/simulator/world"
)

// stream queries Google Ads and decodes the returned array.
func (b *workbench) stream(t *testing.T, customer, gaql string, headers ...string) (int, []any) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": gaql})
	if err != nil {
		t.Fatal(err)
	}
	status, text, _ := b.request(t, b.client, "POST", "/v26/customers/"+customer+"/googleAds:searchStream", string(body), headers...)
	var out []any
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%s: %v in %s", gaql, err, text)
	}
	return status, out
}

func errorCode(t *testing.T, element any) map[string]any {
	t.Helper()
	return at(t, element, "error", "details", 0, "errors", 0, "errorCode").(map[string]any)
}

func TestGoogleAdsStreamsBatchesInItsDocumentedForm(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo}})
	status, batches := b.stream(t, b.World(world.Demo).AdsID, `SELECT campaign.id, campaign.name, campaign_budget.amount_micros, ad_group.id, ad_group.name, ad_group_criterion.keyword.text, ad_group_criterion.quality_info.quality_score,
		segments.date, metrics.impressions, metrics.cost_micros, metrics.conversions FROM keyword_view WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-10' ORDER BY segments.date`)
	if status != 400 || errorCode(t, batches[0])["queryError"] != "PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE" {
		t.Errorf("the budget of a keyword: %d %v", status, batches)
	}
	status, batches = b.stream(t, b.World(world.Demo).AdsID, `SELECT campaign.id, campaign.name, ad_group.id, ad_group.name, ad_group_criterion.keyword.text, ad_group_criterion.quality_info.quality_score,
		segments.date, metrics.impressions, metrics.cost_micros, metrics.conversions FROM keyword_view WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-10' ORDER BY segments.date`)
	if status != 200 || len(batches) < 2 {
		t.Fatalf("%d, %d batches", status, len(batches))
	}
	row := at(t, batches, 0, "results", 0)
	for _, path := range [][]any{{"campaign", "id"}, {"campaign", "resourceName"}, {"adGroup", "id"}, {"adGroupCriterion", "keyword", "text"}, {"metrics", "impressions"}, {"metrics", "costMicros"}} {
		if _, isText := at(t, row, path...).(string); !isText {
			t.Errorf("%v is no text: %v", path, at(t, row, path...))
		}
	}
	if at(t, row, "segments", "date") != "2026-11-01" {
		t.Errorf("first row: %v", row)
	}
	if _, isNumber := at(t, row, "metrics", "conversions").(float64); !isNumber {
		t.Errorf("conversions: %v", row)
	}
	if mask := at(t, batches, 0, "fieldMask").(string); !strings.Contains(mask, "adGroupCriterion.keyword.text") || !strings.Contains(mask, "metrics.costMicros") {
		t.Errorf("mask: %s", mask)
	}
}

func TestGoogleAdsRefusesAsItDoes(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Small, world.Agency}})
	small, client := b.World(world.Small).AdsID, b.World("agency/3").AdsID
	for _, c := range []struct {
		customer, gaql, login string
		status                int
		kind, code            string
	}{
		{small, "SELECT campaign.colour FROM campaign", "", 400, "queryError", "UNRECOGNIZED_FIELD"},
		{small, "SELECT campaign.id FROM campaigns", "", 400, "queryError", "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE"},
		{small, "SELECT metrics.clicks FROM shared_set", "", 400, "queryError", "PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE"},
		{small, "campaign.id", "", 400, "queryError", "EXPECTED_SELECT"},
		{small, "SELECT campaign.id FROM campaign WHERE segments.date = '21.11.2026'", "", 400, "dateError", "INVALID_STRING_DATE"},
		{"1234567890", "SELECT campaign.id FROM campaign", "", 403, "authorizationError", "USER_PERMISSION_DENIED"},
		{"123-456-7890", "SELECT campaign.id FROM campaign", "", 400, "requestError", "INVALID_CUSTOMER_ID"},
		{client, "SELECT campaign.id FROM campaign", "", 403, "authorizationError", "USER_PERMISSION_DENIED"},
		{world.AgencyManager, "SELECT metrics.clicks FROM customer", "", 400, "queryError", "REQUESTED_METRICS_FOR_MANAGER"},
	} {
		status, answer := b.stream(t, c.customer, c.gaql, "login-customer-id", c.login)
		if status != c.status || errorCode(t, answer[0])[c.kind] != c.code {
			t.Errorf("%s: %d %v, want %d %s", c.gaql, status, answer, c.status, c.code)
		}
	}
	if status, answer := b.stream(t, client, "SELECT campaign.name FROM campaign", "login-customer-id", world.AgencyManager); status != 200 || len(at(t, answer, 0, "results").([]any)) != 2 {
		t.Errorf("through the manager: %d %v", status, answer)
	}
	b.expectRefusal(t, "POST", "/v26/customers/1234567890/googleAds:search", `{"query":"SELECT campaign.id FROM campaign"}`, 403, "PERMISSION_DENIED")
	b.expectRefusal(t, "GET", "/v12/customers:listAccessibleCustomers", "", 400, "INVALID_ARGUMENT")
	if names := at(t, b.readJSON(t, "GET", "/v26/customers:listAccessibleCustomers", ""), "resourceNames").([]any); len(names) != 2 || names[1] != "customers/"+world.AgencyManager {
		t.Errorf("accessible: %v", names)
	}
	if _, answer := b.stream(t, world.AgencyManager, "SELECT customer_client.id, customer_client.descriptive_name FROM customer_client WHERE customer_client.manager = FALSE"); len(at(t, answer, 0, "results").([]any)) != world.AgencyClients {
		t.Errorf("clients: %v", answer)
	}
}

func TestGoogleAdsListsNegativeKeywords(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo}})
	w := b.World(world.Demo)
	for gaql, want := range map[string]int{
		"SELECT campaign.id, campaign_criterion.keyword.text, campaign_criterion.negative FROM campaign_criterion WHERE campaign_criterion.type = 'KEYWORD' AND campaign_criterion.negative = TRUE":    20,
		"SELECT shared_set.id, shared_criterion.keyword.text, shared_criterion.keyword.match_type FROM shared_criterion WHERE shared_set.type = 'NEGATIVE_KEYWORDS' AND shared_set.status = 'ENABLED'": 3,
		"SELECT campaign.id, shared_set.id FROM campaign_shared_set WHERE campaign_shared_set.status = 'ENABLED'":                                                                                      10,
		"SELECT ad_group.id, ad_group_criterion.criterion_id, ad_group_criterion.effective_cpc_bid_micros FROM ad_group_criterion WHERE ad_group_criterion.status != 'REMOVED'":                        len(w.Keywords()),
	} {
		status, answer := b.stream(t, w.AdsID, gaql)
		if status != 200 || len(at(t, answer, 0, "results").([]any)) != want {
			t.Errorf("%s: %d, %d rows, want %d", gaql, status, len(at(t, answer, 0, "results").([]any)), want)
		}
	}
}

func TestAStreamCanFailAfterGoodBatches(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo}, Faults: []Fault{{Source: sourceAds, Page: 2, Kind: ServerError, Times: 1}}})
	gaql := "SELECT segments.date, search_term_view.search_term, metrics.clicks FROM search_term_view WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-10'"
	status, batches := b.stream(t, b.World(world.Demo).AdsID, gaql)
	if status != 200 || len(batches) != 2 || len(at(t, batches, 0, "results").([]any)) != adsBatch || errorCode(t, batches[1])["internalError"] != "INTERNAL_ERROR" {
		t.Fatalf("%d %d elements", status, len(batches))
	}
	if _, batches = b.stream(t, b.World(world.Demo).AdsID, gaql); len(batches) < 3 {
		t.Errorf("%d batches the second time", len(batches))
	}
}

func TestConversionsAreReportedLate(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo}})
	w := b.World(world.Demo)
	day := world.DayOf(b.now) - 2
	told := func() string {
		totals, err := b.Totals(w, "gads_campaigns", day, day)
		if err != nil || len(totals) != 1 {
			t.Fatal(err)
		}
		return fmt.Sprint(totals[0].Sums["clicks"], totals[0].Sums["conversions"])
	}
	first := told()
	b.now = b.now.AddDate(0, 0, 30)
	last := told()
	b.now = b.now.AddDate(0, 0, 30)
	if clicks, _, _ := strings.Cut(first, " "); first == last || !strings.HasPrefix(last, clicks+" ") || told() != last {
		t.Errorf("clicks and conversions: %s after two days, %s after a month, %s after two", first, last, told())
	}
}
