package simulator

import (
	"slices"
	"strings"
)

// adsSelectable returns the resources that can be queried, and those selectable with each.
func adsSelectable() map[string][]string {
	return map[string][]string{
		"customer":            {"customer", "metrics", "segments"},
		"campaign":            {"customer", "campaign", "campaign_budget", "metrics", "segments"},
		"ad_group":            {"customer", "campaign", "ad_group", "metrics", "segments"},
		"keyword_view":        {"customer", "campaign", "ad_group", "ad_group_criterion", "keyword_view", "metrics", "segments"},
		"search_term_view":    {"customer", "campaign", "ad_group", "search_term_view", "metrics", "segments"},
		"ad_group_criterion":  {"customer", "campaign", "ad_group", "ad_group_criterion"},
		"campaign_criterion":  {"customer", "campaign", "campaign_criterion"},
		"shared_set":          {"customer", "shared_set"},
		"shared_criterion":    {"customer", "shared_set", "shared_criterion"},
		"campaign_shared_set": {"customer", "campaign", "shared_set", "campaign_shared_set"},
		"customer_client":     {"customer", "customer_client"},
	}
}

// adsFields returns the supported fields of every resource.
func adsFields() map[string][]string {
	return map[string][]string{
		"customer":            {"resource_name", "id", "descriptive_name", "currency_code", "time_zone", "manager", "test_account", "status"},
		"campaign":            {"resource_name", "id", "name", "status", "serving_status", "advertising_channel_type", "bidding_strategy_type", "campaign_budget"},
		"campaign_budget":     {"resource_name", "id", "name", "amount_micros", "status"},
		"ad_group":            {"resource_name", "id", "name", "status", "type", "campaign", "cpc_bid_micros"},
		"ad_group_criterion":  {"resource_name", "criterion_id", "keyword.text", "keyword.match_type", "status", "negative", "type", "ad_group", "quality_info.quality_score", "cpc_bid_micros", "effective_cpc_bid_micros"},
		"keyword_view":        {"resource_name"},
		"search_term_view":    {"resource_name", "search_term", "status", "ad_group"},
		"campaign_criterion":  {"resource_name", "criterion_id", "keyword.text", "keyword.match_type", "status", "negative", "type", "campaign"},
		"shared_set":          {"resource_name", "id", "name", "type", "status", "member_count"},
		"shared_criterion":    {"resource_name", "criterion_id", "keyword.text", "keyword.match_type", "type", "shared_set"},
		"campaign_shared_set": {"resource_name", "campaign", "shared_set", "status"},
		"customer_client":     {"resource_name", "client_customer", "id", "descriptive_name", "currency_code", "time_zone", "manager", "level", "hidden", "status", "test_account"},
		"metrics":             {"impressions", "clicks", "cost_micros", "conversions", "conversions_value", "all_conversions", "all_conversions_value", "average_cpc", "ctr"},
		"segments":            {"date", "search_term_match_type"},
	}
}

// check rejects what Google rejects: unknown resources and fields, and incompatible ones.
func (q adsQuery) check(manager bool) *failure {
	beside := adsSelectable()[q.resource]
	if beside == nil {
		return queryError("BAD_RESOURCE_TYPE_IN_FROM_CLAUSE", "Error in query: '"+q.resource+"' is not a valid resource name in FROM clause.")
	}
	fields := slices.Clone(q.fields)
	for _, condition := range q.where {
		fields = append(fields, condition.field)
	}
	for _, by := range q.order {
		fields = append(fields, by.field)
	}
	known := adsFields()
	for _, field := range fields {
		resource, name, _ := strings.Cut(field, ".")
		switch {
		case !slices.Contains(known[resource], name):
			return queryError("UNRECOGNIZED_FIELD", "Unrecognized field in the query: '"+field+"'.")
		case !slices.Contains(beside, resource) && resource == "metrics":
			return queryError("PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE", "Cannot select or filter on the following metrics: '"+name+"', since metrics are not supported for the resource in the FROM clause.")
		case !slices.Contains(beside, resource) && resource == "segments",
			field == "segments.search_term_match_type" && q.resource != "search_term_view":
			return queryError("PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE", "Cannot select or filter on the following segments: '"+name+"', since they are not compatible with the resource in the FROM clause.")
		case !slices.Contains(beside, resource):
			return queryError("PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE", "The following field may not be used with the resource in the FROM clause: '"+field+"'.")
		case resource == "metrics" && manager:
			return queryError("REQUESTED_METRICS_FOR_MANAGER", "Metrics cannot be requested for a manager account. To retrieve metrics, issue separate requests against each client account under the manager account.")
		case resource == "segments" && field != "segments.date" && !slices.Contains(q.fields, field):
			return queryError("EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE", "The following field must be present in SELECT clause: '"+field+"'.")
		}
	}
	_, _, dated, f := q.days(-1<<30, 1<<30)
	if f == nil && slices.Contains(q.fields, "segments.date") && !dated {
		f = queryError("EXPECTED_FILTERS_ON_DATE_RANGE", "A query that selects segments.date must filter on a finite range of dates.")
	}
	return f
}

// mask formats the fields for a response.
func (q adsQuery) mask() string {
	names := make([]string, len(q.fields))
	for i, field := range q.fields {
		parts := strings.Split(field, ".")
		for k, part := range parts {
			parts[k] = camel(part)
		}
		names[i] = strings.Join(parts, ".")
	}
	return strings.Join(names, ",")
}

// camel converts a field to its JSON name: cost_micros to costMicros.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
