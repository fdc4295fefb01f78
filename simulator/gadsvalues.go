package simulator

import (
	"fmt"
	"strings"

	"upslope/simulator/world"
)

// field returns the JSON value of a record's field, or nil if unset.
func (r adsRecord) field(w *world.World, field string) any {
	resource, name, _ := strings.Cut(field, ".")
	switch resource {
	case "metrics":
		return r.metric(name)
	case "segments":
		if name == "date" {
			return r.day.String()
		}
		return w.Terms()[r.term].Match
	case "customer":
		return customerField(w, name)
	case "customer_client":
		return r.clientField(w, name)
	case "campaign", "campaign_budget":
		return r.campaignField(w, resource, name)
	case "ad_group":
		return r.adGroupField(w, name)
	case "ad_group_criterion", "keyword_view":
		return r.keywordField(w, resource, name)
	case "search_term_view":
		return r.termField(w, name)
	}
	return r.negativeField(w, resource, name)
}

func (r adsRecord) metric(name string) any {
	switch name {
	case "impressions":
		return formatInt64(int64(r.impressions))
	case "clicks":
		return formatInt64(int64(r.clicks))
	case "cost_micros":
		return formatInt64(r.costMicros)
	case "conversions", "all_conversions":
		return float64(r.conversions)
	case "conversions_value", "all_conversions_value":
		return float64(r.valueCents) / 100
	case "ctr":
		return float64(r.clicks) / float64(max(1, r.impressions))
	}
	return float64(r.costMicros) / float64(max(1, r.clicks)) // average_cpc
}

func customerField(w *world.World, name string) any {
	id, title, manager := world.AgencyManager, "Simulated Agency", true
	currency, zone := "USD", "America/New_York"
	if w != nil {
		id, title, manager, currency, zone = w.AdsID, w.Title, false, w.Currency, w.Zone
	}
	switch name {
	case "resource_name":
		return "customers/" + id
	case "id":
		return id
	case "descriptive_name":
		return title
	case "currency_code":
		return currency
	case "time_zone":
		return zone
	case "manager":
		return manager
	case "test_account":
		return false
	}
	return "ENABLED"
}

// clientField returns a field of a client of the customer, or of the customer itself.
func (r adsRecord) clientField(customer *world.World, name string) any {
	above := fmt.Sprint(customerField(customer, "id"))
	id := fmt.Sprint(customerField(r.client, "id"))
	switch name {
	case "resource_name":
		return "customers/" + above + "/customerClients/" + id
	case "client_customer":
		return "customers/" + id
	case "level":
		if id == above {
			return "0"
		}
		return "1"
	case "hidden":
		return false
	}
	return customerField(r.client, name)
}

func (r adsRecord) campaignField(w *world.World, resource, name string) any {
	if r.campaign < 0 {
		return nil
	}
	campaign := w.Campaigns[r.campaign]
	budget := fmt.Sprintf("customers/%s/campaignBudgets/%d", w.AdsID, campaign.ID+500)
	if resource == "campaign_budget" {
		switch name {
		case "resource_name":
			return budget
		case "id":
			return formatInt64(campaign.ID + 500)
		case "name":
			return campaign.Name
		case "amount_micros":
			return formatInt64(campaign.BudgetMicros)
		}
		return "ENABLED"
	}
	switch name {
	case "resource_name":
		return fmt.Sprintf("customers/%s/campaigns/%d", w.AdsID, campaign.ID)
	case "id":
		return formatInt64(campaign.ID)
	case "name":
		return campaign.Name
	case "status":
		return campaign.Status
	case "serving_status":
		return "SERVING"
	case "advertising_channel_type":
		return campaign.Type
	case "bidding_strategy_type":
		return campaign.Bidding
	}
	return budget
}

func (r adsRecord) adGroupField(w *world.World, name string) any {
	if r.adGroup < 0 {
		return nil
	}
	group := w.AdGroups()[r.adGroup]
	switch name {
	case "resource_name":
		return fmt.Sprintf("customers/%s/adGroups/%d", w.AdsID, group.ID)
	case "id":
		return formatInt64(group.ID)
	case "name":
		return group.Name
	case "status":
		return group.Status
	case "type":
		return "SEARCH_STANDARD"
	case "campaign":
		return r.campaignField(w, "campaign", "resource_name")
	}
	return "1000000" // cpc_bid_micros
}

func (r adsRecord) keywordField(w *world.World, resource, name string) any {
	negative := r.keyword < 0
	keyword := world.Keyword{ID: r.criterion.ID, Text: r.criterion.Text, Match: r.criterion.Match, Status: "ENABLED"}
	if !negative {
		keyword = w.Keywords()[r.keyword]
	}
	switch name {
	case "resource_name":
		folder := "adGroupCriteria"
		if resource == "keyword_view" {
			folder = "keywordViews"
		}
		return fmt.Sprintf("customers/%s/%s/%d~%d", w.AdsID, folder, w.AdGroups()[r.adGroup].ID, keyword.ID)
	case "criterion_id":
		return formatInt64(keyword.ID)
	case "keyword.text":
		return keyword.Text
	case "keyword.match_type":
		return keyword.Match
	case "status":
		return keyword.Status
	case "negative":
		return negative
	case "type":
		return "KEYWORD"
	case "ad_group":
		return r.adGroupField(w, "resource_name")
	case "quality_info.quality_score":
		if keyword.QualityScore == 0 {
			return nil
		}
		return keyword.QualityScore
	}
	if negative { // bids
		return nil
	}
	return formatInt64(keyword.BidMicros)
}

func (r adsRecord) termField(w *world.World, name string) any {
	if r.term < 0 {
		return nil
	}
	term := w.Terms()[r.term]
	switch name {
	case "resource_name":
		return fmt.Sprintf("customers/%s/searchTermViews/%d~%d~term%d", w.AdsID, w.Campaigns[r.campaign].ID, w.AdGroups()[r.adGroup].ID, r.term)
	case "search_term":
		return term.Text
	case "status":
		return term.Status
	}
	return r.adGroupField(w, "resource_name")
}

// negativeField returns a field of negative keywords, of campaigns or lists, and of lists.
func (r adsRecord) negativeField(w *world.World, resource, name string) any {
	switch name {
	case "criterion_id":
		return formatInt64(r.criterion.ID)
	case "keyword.text":
		return r.criterion.Text
	case "keyword.match_type":
		return r.criterion.Match
	case "negative":
		return true
	case "campaign":
		return r.campaignField(w, "campaign", "resource_name")
	case "status":
		return "ENABLED"
	}
	if resource == "campaign_criterion" {
		if name == "type" {
			return "KEYWORD"
		}
		return fmt.Sprintf("customers/%s/campaignCriteria/%d~%d", w.AdsID, w.Campaigns[r.campaign].ID, r.criterion.ID)
	}
	switch {
	case name == "type" && resource == "shared_criterion":
		return "KEYWORD"
	case name == "type":
		return "NEGATIVE_KEYWORDS"
	case name == "id":
		return formatInt64(r.list.ID)
	case name == "name":
		return r.list.Name
	case name == "member_count":
		return formatInt64(int64(len(r.list.Keywords)))
	case name == "resource_name" && resource == "shared_criterion":
		return fmt.Sprintf("customers/%s/sharedCriteria/%d~%d", w.AdsID, r.list.ID, r.criterion.ID)
	case name == "resource_name" && resource == "campaign_shared_set":
		return fmt.Sprintf("customers/%s/campaignSharedSets/%d~%d", w.AdsID, w.Campaigns[r.campaign].ID, r.list.ID)
	}
	return fmt.Sprintf("customers/%s/sharedSets/%d", w.AdsID, r.list.ID) // resource_name and references to it
}
