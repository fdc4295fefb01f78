package edge

import (
	"slices"
	"strconv"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/request"
)

// drilldowns are the addresses of drill-downs, with the kinds of their subjects.
var drilldowns = map[string]string{
	"/api/seo/query":       upslope.QuerySubject,
	"/api/seo/page":        upslope.PageSubject,
	"/api/ads/campaign":    upslope.CampaignSubject,
	"/api/ads/ad-group":    upslope.AdGroupSubject,
	"/api/ads/search-term": upslope.TermSubject,
	"/api/ads/keyword":     upslope.KeywordSubject,
}

// requiredOf names the parameters that a subject needs.
var requiredOf = map[string][]string{
	upslope.QuerySubject:    {"query"},
	upslope.PageSubject:     {"page"},
	upslope.CampaignSubject: {"campaignId"},
	upslope.AdGroupSubject:  {"campaignId", "adGroupId"},
	upslope.TermSubject:     {"term"},
	upslope.KeywordSubject:  {"campaignId", "adGroupId", "criterionId"},
}

// drillDown returns all about one subject. The window is in the headers, as of a table.
func (h *handlers) drillDown(kind string) fiber.Handler {
	return func(c fiber.Ctx) error {
		filter, err := h.tableFilter(c)
		if err != nil {
			return err
		}
		for _, name := range slices.Concat([]string{"siteId"}, requiredOf[kind]) {
			if c.Query(name) == "" {
				return upslope.FieldErrorf(name, "Say what to look into with %s.", name)
			}
		}
		for _, name := range []string{"campaignId", "adGroupId", "criterionId"} {
			if text := c.Query(name); text != "" {
				if _, err := strconv.ParseUint(text, 10, 64); err != nil {
					return upslope.FieldErrorf(name, "%s must be a number from Google Ads, such as 123456789.", name)
				}
			}
		}
		filter.About = upslope.Subject{
			Kind: kind, Query: c.Query("query"), Page: c.Query("page"), Term: c.Query("term"),
			CampaignID: c.Query("campaignId"), AdGroupID: c.Query("adGroupId"), CriterionID: c.Query("criterionId"),
		}
		answer, err := h.deps.Tables.Drilldown(c.Context(), request.AccountID(c.Context()), filter)
		if err != nil {
			return err
		}
		describeTable(c, answer.TableScope)
		return c.JSON(answer)
	}
}
