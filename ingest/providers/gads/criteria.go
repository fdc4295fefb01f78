package gads

import (
	"context"
	_ "embed" // the queriess
	"errors"
	"iter"
	"time"

	"upslope/ingest/providers"
)

var (
	//go:embed queries/ad_group_criteria.gaql
	adGroupCriteriaQuery string
	//go:embed queries/campaign_criteria.gaql
	campaignCriteriaQuery string
	//go:embed queries/campaign_lists.gaql
	campaignListsQuery string
	//go:embed queries/list_criteria.gaql
	listCriteriaQuery string
)

// keyword is one keyword in one place: a row of gads_criteria.
type keyword struct {
	criterion
	level    string
	campaign count
	adGroup  count
	list     string
}

// fetchCriteria reads the customer's current keywords. One in a negative list has a row for each campaign
// using the list.
func (s *Source) fetchCriteria(ctx context.Context, access providers.Access, day, _ time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		reached, err := s.reach(ctx, access)
		if err != nil {
			yield(providers.Batch{}, err)
			return
		}
		var held []keyword
		flush := func() bool {
			batch := providers.Batch{Day: day, Columns: criteriaColumns(held, reached.CurrencyCode)}
			held = nil
			return yield(batch, nil)
		}
		err = s.readCriteria(ctx, access, reached, func(k keyword) bool {
			held = append(held, k)
			return len(held) < batchRows || flush()
		})
		switch {
		case errors.Is(err, errStopped):
		case err != nil:
			yield(providers.Batch{}, err)
		case len(held) > 0:
			flush()
		}
	}
}

func (s *Source) readCriteria(ctx context.Context, access providers.Access, reached reached, use func(keyword) bool) error {
	users := map[count][]count{} // the campaigns using each list
	for _, part := range []struct {
		query string
		read  func(*row) []keyword
	}{
		{adGroupCriteriaQuery, func(r *row) []keyword {
			return []keyword{{criterion: r.AdGroupCriterion, level: "ad_group", campaign: r.Campaign.ID, adGroup: r.AdGroup.ID}}
		}},
		{campaignCriteriaQuery, func(r *row) []keyword {
			excluded := r.CampaignCriterion
			excluded.Negative = true // a campaign targets by its ad groups' keywords
			return []keyword{{criterion: excluded, level: "campaign", campaign: r.Campaign.ID}}
		}},
		{campaignListsQuery, func(r *row) []keyword {
			users[r.SharedSet.ID] = append(users[r.SharedSet.ID], r.Campaign.ID)
			return nil
		}},
		{listCriteriaQuery, func(r *row) []keyword {
			excluded := r.SharedCriterion
			excluded.Negative, excluded.Status = true, "ENABLED" // entries of a list have no status
			var found []keyword
			for _, campaign := range users[r.SharedSet.ID] {
				found = append(found, keyword{criterion: excluded, level: "shared", campaign: campaign, list: r.SharedSet.Name})
			}
			return found
		}},
	} {
		for r, err := range s.search(ctx, access.HTTP, reached.login, reached.id, part.query) {
			if err != nil {
				return err
			}
			for _, found := range part.read(r) {
				if found.Keyword.Text != "" && !use(found) {
					return errStopped
				}
			}
		}
	}
	return nil
}

func criteriaColumns(rows []keyword, currency string) []providers.Column {
	return []providers.Column{
		providers.ColumnOf("level", rows, func(k *keyword) string { return k.level }),
		providers.ColumnOf("campaign_id", rows, func(k *keyword) uint64 { return uint64(k.campaign) }),
		providers.ColumnOf("ad_group_id", rows, func(k *keyword) uint64 { return uint64(k.adGroup) }),
		providers.ColumnOf("criterion_id", rows, func(k *keyword) uint64 { return uint64(k.CriterionID) }),
		providers.ColumnOf("list_name", rows, func(k *keyword) string { return k.list }),
		providers.ColumnOf("keyword", rows, func(k *keyword) string { return k.Keyword.Text }),
		providers.ColumnOf("match_type", rows, func(k *keyword) string { return k.match() }),
		providers.ColumnOf("is_negative", rows, func(k *keyword) bool { return bool(k.Negative) }),
		providers.ColumnOf("status", rows, func(k *keyword) string { return word(k.Status) }),
		providers.ColumnOf("quality_score", rows, func(k *keyword) *uint8 { return k.quality() }),
		providers.ColumnOf("cpc_bid", rows, func(k *keyword) *float64 { return k.bid() }),
		providers.ColumnOf("currency", rows, func(*keyword) string { return currency }),
	}
}
