package worlds

import (
	"context"
	"fmt"
	"hash/fnv"
	"reflect"
	"strings"
	"time"
)

// Facts is where the rows of a world go.
type Facts interface {
	Exec(ctx context.Context, sql string, params map[string]any) error
	InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error
}

// table is rows of one table of ClickHouse: a slice of structs, whose fields have the columns' names in ch tags.
type table struct {
	name string
	rows any
}

// rowHead is what every row of a provider begins with.
type rowHead struct {
	AccountID    string    `ch:"account_id"`
	SiteID       string    `ch:"site_id"`
	ConnectionID string    `ch:"connection_id"`
	Day          time.Time `ch:"day"`
	SyncID       uint64    `ch:"sync_id"`
}

type currentDay struct {
	rowHead
	Report   string    `ch:"report"`
	RowsRead uint64    `ch:"rows_read"`
	IsFinal  bool      `ch:"is_final"`
	ReadOn   time.Time `ch:"read_on"`
	Notes    []string  `ch:"notes"`
}

type totalRow struct {
	rowHead
	Clicks      uint64  `ch:"clicks"`
	Impressions uint64  `ch:"impressions"`
	Position    float64 `ch:"position"`
}

type searchFigures struct {
	Clicks      uint32  `ch:"clicks"`
	Impressions uint32  `ch:"impressions"`
	Position    float32 `ch:"position"`
}

type pageRow struct {
	rowHead
	Page string `ch:"page"`
	searchFigures
}

type queryRow struct {
	rowHead
	Query string `ch:"query"`
	searchFigures
}

type queryPageRow struct {
	rowHead
	Query string `ch:"query"`
	Page  string `ch:"page"`
	searchFigures
}

type pageCountryRow struct {
	rowHead
	Page    string `ch:"page"`
	Country string `ch:"country"`
	searchFigures
}

type visitTotalRow struct {
	rowHead
	Sessions    uint64  `ch:"sessions"`
	Engaged     uint64  `ch:"engaged_sessions"`
	Users       uint64  `ch:"users"`
	Conversions float64 `ch:"conversions"`
	Revenue     float64 `ch:"revenue"`
	Currency    string  `ch:"currency"`
}

type visitRow struct {
	rowHead
	Page        string  `ch:"page"`
	Channel     string  `ch:"channel"`
	Device      string  `ch:"device"`
	Sessions    uint32  `ch:"sessions"`
	Engaged     uint32  `ch:"engaged_sessions"`
	Conversions float64 `ch:"conversions"`
	Revenue     float64 `ch:"revenue"`
	Currency    string  `ch:"currency"`
}

type adFigures struct {
	Impressions uint64  `ch:"impressions"`
	Clicks      uint64  `ch:"clicks"`
	Cost        float64 `ch:"cost"`
	Conversions float64 `ch:"conversions"`
	Value       float64 `ch:"conversion_value"`
	Currency    string  `ch:"currency"`
}

type campaignRow struct {
	rowHead
	CampaignID uint64 `ch:"campaign_id"`
	Campaign   string `ch:"campaign"`
	Status     string `ch:"status"`
	Channel    string `ch:"channel_type"`
	adFigures
}

type adGroupRow struct {
	rowHead
	CampaignID uint64 `ch:"campaign_id"`
	Campaign   string `ch:"campaign"`
	AdGroupID  uint64 `ch:"ad_group_id"`
	AdGroup    string `ch:"ad_group"`
	Status     string `ch:"status"`
	adFigures
}

type keywordRow struct {
	rowHead
	CampaignID  uint64 `ch:"campaign_id"`
	Campaign    string `ch:"campaign"`
	AdGroupID   uint64 `ch:"ad_group_id"`
	AdGroup     string `ch:"ad_group"`
	CriterionID uint64 `ch:"criterion_id"`
	Keyword     string `ch:"keyword"`
	Match       string `ch:"match_type"`
	adFigures
}

type searchTermRow struct {
	rowHead
	CampaignID uint64 `ch:"campaign_id"`
	Campaign   string `ch:"campaign"`
	AdGroupID  uint64 `ch:"ad_group_id"`
	AdGroup    string `ch:"ad_group"`
	Term       string `ch:"search_term"`
	Match      string `ch:"match_type"`
	Status     string `ch:"status"`
	adFigures
}

type criterionRow struct {
	rowHead
	Level       string `ch:"level"`
	CampaignID  uint64 `ch:"campaign_id"`
	AdGroupID   uint64 `ch:"ad_group_id"`
	CriterionID uint64 `ch:"criterion_id"`
	Keyword     string `ch:"keyword"`
	Match       string `ch:"match_type"`
	Negative    bool   `ch:"is_negative"`
	Status      string `ch:"status"`
	Currency    string `ch:"currency"`
}

type rankingRow struct {
	rowHead
	Query    string   `ch:"query"`
	Page     string   `ch:"page"`
	Position uint16   `ch:"position"`
	Volume   *uint64  `ch:"volume"`
	Features []string `ch:"serp_features"`
}

type speedRow struct {
	rowHead
	Page     string   `ch:"page"`
	Device   string   `ch:"device"`
	Source   string   `ch:"field_source"`
	LCP      *uint32  `ch:"field_lcp_ms"`
	INP      *uint32  `ch:"field_inp_ms"`
	CLS      *float64 `ch:"field_cls"`
	TTFB     *uint32  `ch:"field_ttfb_ms"`
	LabLCP   *float64 `ch:"lab_lcp_ms"`
	LabCLS   *float64 `ch:"lab_cls"`
	LabTTFB  *float64 `ch:"lab_ttfb_ms"`
	Score    *uint8   `ch:"score"`
	Advice   []string `ch:"recommendations"`
	SavingMS []uint32 `ch:"savings_ms"`
}

type crawlRow struct {
	AccountID   string  `ch:"account_id"`
	SiteID      string  `ch:"site_id"`
	ImportID    string  `ch:"import_id"`
	Page        string  `ch:"page"`
	URL         string  `ch:"url"`
	StatusCode  *uint16 `ch:"status_code"`
	ContentType string  `ch:"content_type"`
	Indexable   *bool   `ch:"indexable"`
	Reason      string  `ch:"indexability_status"`
	Title       *string `ch:"title"`
	Description *string `ch:"description"`
	H1          *string `ch:"h1"`
	SecondH1    *string `ch:"second_h1"`
	MetaRobots  *string `ch:"meta_robots"`
	Canonical   string  `ch:"canonical_page"`
	RedirectURL string  `ch:"redirect_url"`
	Redirect    string  `ch:"redirect_page"`
	WordCount   *uint32 `ch:"word_count"`
	Depth       *uint32 `ch:"crawl_depth"`
	Inlinks     *uint64 `ch:"inlinks"`
}

type linkRow struct {
	AccountID   string `ch:"account_id"`
	SiteID      string `ch:"site_id"`
	ImportID    string `ch:"import_id"`
	Source      string `ch:"source_page"`
	Destination string `ch:"destination_page"`
	Type        string `ch:"link_type"`
	Follow      *bool  `ch:"follow"`
	Position    string `ch:"position"`
}

// mostAtOnce is how many rows go into one insert.
const mostAtOnce = 200_000

// Load writes the rows of a world into empty tables, then has the faults of its crawl looked for by issuesSQL, as an import does.
func (w *World) Load(ctx context.Context, facts Facts, issuesSQL string) error {
	for _, t := range w.tables {
		rows := reflect.ValueOf(t.rows)
		for from := 0; from < rows.Len(); from += mostAtOnce {
			names, columns := columnsOf(rows.Slice(from, min(from+mostAtOnce, rows.Len())))
			if err := facts.InsertColumns(ctx, t.name, "", names, columns...); err != nil {
				return fmt.Errorf("load %s of %s/%d: %w", t.name, w.Family, w.Seed, err)
			}
		}
	}
	params := map[string]any{"account_id": w.Site.AccountID, "site_id": w.Site.ID, "import_id": w.Crawl.ImportID, "imported_at": w.Today}
	if err := facts.Exec(ctx, issuesSQL, params); err != nil {
		return fmt.Errorf("look for the issues of %s/%d: %w", w.Family, w.Seed, err)
	}
	return nil
}

// Empty takes all rows out of the tables that a world is loaded into, and of those that are worked out of them.
func Empty(ctx context.Context, facts Facts) error {
	for _, name := range []string{
		"current_days", "gsc_totals", "gsc_pages", "gsc_queries", "gsc_query_pages", "gsc_page_countries", "ga4_totals", "ga4_pages",
		"gads_campaigns", "gads_ad_groups", "gads_keywords", "gads_search_terms", "gads_criteria", "semrush_positions", "pagespeed_tests",
		"pages", "links", "technical_issues", "page_rankings", "page_ranks",
	} {
		if err := facts.Exec(ctx, "truncate table "+name, nil); err != nil {
			return fmt.Errorf("empty %s: %w", name, err)
		}
	}
	return nil
}

// columnsOf turns a slice of structs into one slice a tagged field.
func columnsOf(rows reflect.Value) (names []string, columns []any) {
	for _, field := range reflect.VisibleFields(rows.Type().Elem()) {
		name := field.Tag.Get("ch")
		if name == "" {
			continue
		}
		column := reflect.MakeSlice(reflect.SliceOf(field.Type), rows.Len(), rows.Len())
		for i := range rows.Len() {
			column.Index(i).Set(rows.Index(i).FieldByIndex(field.Index))
		}
		names, columns = append(names, name), append(columns, column.Interface())
	}
	return names, columns
}

// Fingerprint tells two worlds apart by a sample of the rows that change from day to day.
func (w *World) Fingerprint() uint64 {
	h := fnv.New64a()
	for _, t := range w.tables {
		_, _ = fmt.Fprintf(h, "%s %d ", t.name, reflect.ValueOf(t.rows).Len())
		if !strings.HasPrefix(t.name, "g") { // the others have pointers
			continue
		}
		for i := 0; i < reflect.ValueOf(t.rows).Len(); i += 97 {
			_, _ = fmt.Fprintf(h, "%v", reflect.Indirect(reflect.ValueOf(t.rows).Index(i)))
		}
	}
	return h.Sum64()
}
