package gads

import (
	"context"
	_ "embed" // the queries
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// batchRows bounds the buffered rows of a day.
const batchRows = 10_000

var (
	//go:embed queries/campaigns.gaql
	campaignsQuery string
	//go:embed queries/ad_groups.gaql
	adGroupsQuery string
	//go:embed queries/keywords.gaql
	keywordsQuery string
	//go:embed queries/search_terms.gaql
	searchTermsQuery string
)

// fact is a daily report: its query and its columns.
type fact struct {
	table   string
	query   string // with placeholders {from} and {to}
	columns func(rows []row) []providers.Column
}

func facts() []fact {
	return []fact{
		{"gads_campaigns", campaignsQuery, func(rows []row) []providers.Column {
			return []providers.Column{
				campaignID(rows), campaignName(rows),
				providers.ColumnOf("status", rows, func(r *row) string { return word(r.Campaign.Status) }),
				providers.ColumnOf("channel_type", rows, func(r *row) string { return word(r.Campaign.AdvertisingChannelType) }),
				providers.ColumnOf("bidding_strategy", rows, func(r *row) string { return word(r.Campaign.BiddingStrategyType) }),
				providers.ColumnOf("budget", rows, budget),
			}
		}},
		{"gads_ad_groups", adGroupsQuery, func(rows []row) []providers.Column {
			return []providers.Column{
				campaignID(rows), campaignName(rows), adGroupID(rows), adGroupName(rows),
				providers.ColumnOf("status", rows, func(r *row) string { return word(r.AdGroup.Status) }),
			}
		}},
		{"gads_keywords", keywordsQuery, func(rows []row) []providers.Column {
			return []providers.Column{
				campaignID(rows), campaignName(rows), adGroupID(rows), adGroupName(rows),
				providers.ColumnOf("criterion_id", rows, func(r *row) uint64 { return uint64(r.AdGroupCriterion.CriterionID) }),
				providers.ColumnOf("keyword", rows, func(r *row) string { return r.AdGroupCriterion.Keyword.Text }),
				providers.ColumnOf("match_type", rows, func(r *row) string { return r.AdGroupCriterion.match() }),
				providers.ColumnOf("quality_score", rows, func(r *row) *uint8 { return r.AdGroupCriterion.quality() }),
				providers.ColumnOf("cpc_bid", rows, func(r *row) *float64 { return r.AdGroupCriterion.bid() }),
			}
		}},
		{"gads_search_terms", searchTermsQuery, func(rows []row) []providers.Column {
			return []providers.Column{
				campaignID(rows), campaignName(rows), adGroupID(rows), adGroupName(rows),
				providers.ColumnOf("search_term", rows, func(r *row) string { return r.SearchTermView.SearchTerm }),
				providers.ColumnOf("match_type", rows, func(r *row) string { return word(r.Segments.SearchTermMatchType) }),
				providers.ColumnOf("status", rows, func(r *row) string { return word(r.SearchTermView.Status) }),
			}
		}},
	}
}

func campaignID(rows []row) providers.Column {
	return providers.ColumnOf("campaign_id", rows, func(r *row) uint64 { return uint64(r.Campaign.ID) })
}

func campaignName(rows []row) providers.Column {
	return providers.ColumnOf("campaign", rows, func(r *row) string { return r.Campaign.Name })
}

func adGroupID(rows []row) providers.Column {
	return providers.ColumnOf("ad_group_id", rows, func(r *row) uint64 { return uint64(r.AdGroup.ID) })
}

func adGroupName(rows []row) providers.Column {
	return providers.ColumnOf("ad_group", rows, func(r *row) string { return r.AdGroup.Name })
}

func budget(r *row) *float64 {
	if r.CampaignBudget.AmountMicros == nil {
		return nil
	}
	units := r.CampaignBudget.AmountMicros.units()
	return &units
}

// figures returns the metric columns every daily report ends with.
func figures(rows []row, currency string) []providers.Column {
	return []providers.Column{
		providers.ColumnOf("impressions", rows, func(r *row) uint64 { return uint64(r.Metrics.Impressions) }),
		providers.ColumnOf("clicks", rows, func(r *row) uint64 { return uint64(r.Metrics.Clicks) }),
		providers.ColumnOf("cost", rows, func(r *row) float64 { return r.Metrics.CostMicros.units() }),
		providers.ColumnOf("conversions", rows, func(r *row) float64 { return float64(r.Metrics.Conversions) }),
		providers.ColumnOf("conversion_value", rows, func(r *row) float64 { return float64(r.Metrics.ConversionsValue) }),
		providers.ColumnOf("currency", rows, func(*row) string { return currency }),
	}
}

func (s *Source) fetchFacts(f fact) func(context.Context, providers.Access, time.Time, time.Time) iter.Seq2[providers.Batch, error] {
	return func(ctx context.Context, access providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
		return func(yield func(providers.Batch, error) bool) {
			reached, err := s.reach(ctx, access)
			if err == nil {
				err = s.readFacts(ctx, access, reached, f, from, to, func(batch providers.Batch) bool { return yield(batch, nil) })
			}
			if err != nil && !errors.Is(err, errStopped) {
				yield(providers.Batch{}, err)
			}
		}
	}
}

// readFacts reads the days in one query, and splits the range in half when the response is too large.
func (s *Source) readFacts(ctx context.Context, access providers.Access, reached reached, f fact, from, to time.Time, use func(providers.Batch) bool) error {
	query := strings.NewReplacer("{from}", from.Format(time.DateOnly), "{to}", to.Format(time.DateOnly)).Replace(f.query)
	days := map[time.Time][]row{}
	flush := func(day time.Time) bool {
		rows := days[day]
		delete(days, day)
		return use(providers.Batch{Day: day, Columns: append(f.columns(rows), figures(rows, reached.CurrencyCode)...)})
	}
	for r, err := range s.search(ctx, access.HTTP, reached.login, reached.id, query) {
		if errors.Is(err, remote.ErrTooLarge) && from.Before(to) { // before any row was read
			middle := from.AddDate(0, 0, int(to.Sub(from).Hours()/24)/2)
			if err := s.readFacts(ctx, access, reached, f, from, middle, use); err != nil {
				return err
			}
			return s.readFacts(ctx, access, reached, f, middle.AddDate(0, 0, 1), to, use)
		}
		if err != nil {
			return err
		}
		day, err := time.Parse(time.DateOnly, r.Segments.Date)
		if err != nil || day.Before(from) || day.After(to) {
			return providers.Errorf(providers.Refused, "Google Ads answered with a day that was not asked for.").Because(fmt.Errorf("day %q", r.Segments.Date))
		}
		days[day] = append(days[day], *r)
		if len(days[day]) == batchRows && !flush(day) {
			return errStopped
		}
	}
	left := make([]time.Time, 0, len(days))
	for day := range days {
		left = append(left, day)
	}
	for _, day := range slices.SortedFunc(slices.Values(left), time.Time.Compare) {
		if !flush(day) {
			return errStopped
		}
	}
	return nil
}
