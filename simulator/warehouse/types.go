package warehouse

import "time"

// Table holds rows of one ClickHouse table: a slice of structs whose ch tags name the columns.
type Table struct {
	Name string
	Rows any
}

// Head holds the first columns of every provider row.
type Head struct {
	AccountID    string    `ch:"account_id"`
	SiteID       string    `ch:"site_id"`
	ConnectionID string    `ch:"connection_id"`
	Day          time.Time `ch:"day"`
	SyncID       uint64    `ch:"sync_id"`
}

// CurrentDay selects the current read of a report and day.
type CurrentDay struct {
	Head
	Report   string    `ch:"report"`
	RowsRead uint64    `ch:"rows_read"`
	IsFinal  bool      `ch:"is_final"`
	ReadOn   time.Time `ch:"read_on"`
	Notes    []string  `ch:"notes"`
}

// SearchTotal is a day of the whole property in Search Console.
type SearchTotal struct {
	Head
	Clicks      uint64  `ch:"clicks"`
	Impressions uint64  `ch:"impressions"`
	Position    float64 `ch:"position"`
}

// SearchFigures are the metrics of Search Console rows.
type SearchFigures struct {
	Clicks      uint32  `ch:"clicks"`
	Impressions uint32  `ch:"impressions"`
	Position    float32 `ch:"position"`
}

// SearchPage is a page on a day in Search Console.
type SearchPage struct {
	Head
	Page string `ch:"page"`
	SearchFigures
}

// SearchQuery is a query on a day in Search Console.
type SearchQuery struct {
	Head
	Query string `ch:"query"`
	SearchFigures
}

// SearchQueryPage is a page shown for a query on a day in Search Console.
type SearchQueryPage struct {
	Head
	Query string `ch:"query"`
	Page  string `ch:"page"`
	SearchFigures
}

// SearchPageCountry is a page in a country on a day in Search Console.
type SearchPageCountry struct {
	Head
	Page    string `ch:"page"`
	Country string `ch:"country"`
	SearchFigures
}

// VisitTotal is a day of the whole property in Analytics.
type VisitTotal struct {
	Head
	Sessions    uint64  `ch:"sessions"`
	Engaged     uint64  `ch:"engaged_sessions"`
	Users       uint64  `ch:"users"`
	Conversions float64 `ch:"conversions"`
	Revenue     float64 `ch:"revenue"`
	Currency    string  `ch:"currency"`
}

// Visits are the sessions of a landing page, channel and device on a day in Analytics.
type Visits struct {
	Head
	Page        string  `ch:"page"`
	Channel     string  `ch:"channel"`
	Device      string  `ch:"device"`
	Sessions    uint32  `ch:"sessions"`
	Engaged     uint32  `ch:"engaged_sessions"`
	Conversions float64 `ch:"conversions"`
	Revenue     float64 `ch:"revenue"`
	Currency    string  `ch:"currency"`
}

// AdFigures are the metrics of Google Ads rows.
type AdFigures struct {
	Impressions uint64  `ch:"impressions"`
	Clicks      uint64  `ch:"clicks"`
	Cost        float64 `ch:"cost"`
	Conversions float64 `ch:"conversions"`
	Value       float64 `ch:"conversion_value"`
	Currency    string  `ch:"currency"`
}

// Campaign is a campaign on a day.
type Campaign struct {
	Head
	CampaignID uint64 `ch:"campaign_id"`
	Campaign   string `ch:"campaign"`
	Status     string `ch:"status"`
	Channel    string `ch:"channel_type"`
	AdFigures
}

// AdGroup is an ad group on a day.
type AdGroup struct {
	Head
	CampaignID uint64 `ch:"campaign_id"`
	Campaign   string `ch:"campaign"`
	AdGroupID  uint64 `ch:"ad_group_id"`
	AdGroup    string `ch:"ad_group"`
	Status     string `ch:"status"`
	AdFigures
}

// Keyword is a keyword on a day.
type Keyword struct {
	Head
	CampaignID  uint64 `ch:"campaign_id"`
	Campaign    string `ch:"campaign"`
	AdGroupID   uint64 `ch:"ad_group_id"`
	AdGroup     string `ch:"ad_group"`
	CriterionID uint64 `ch:"criterion_id"`
	Keyword     string `ch:"keyword"`
	Match       string `ch:"match_type"`
	AdFigures
}

// SearchTerm is a search term on a day.
type SearchTerm struct {
	Head
	CampaignID uint64 `ch:"campaign_id"`
	Campaign   string `ch:"campaign"`
	AdGroupID  uint64 `ch:"ad_group_id"`
	AdGroup    string `ch:"ad_group"`
	Term       string `ch:"search_term"`
	Match      string `ch:"match_type"`
	Status     string `ch:"status"`
	AdFigures
}

// Criterion is a keyword or negative keyword as configured.
type Criterion struct {
	Head
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

// Ranking is a keyword in Semrush.
type Ranking struct {
	Head
	Query    string   `ch:"query"`
	Page     string   `ch:"page"`
	Position uint16   `ch:"position"`
	Volume   *uint64  `ch:"volume"`
	Features []string `ch:"serp_features"`
}

// SpeedTest is a test of a page by PageSpeed.
type SpeedTest struct {
	Head
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

// CrawledPage is a page of a crawl.
type CrawledPage struct {
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
	Written     *string `ch:"canonical"` // the canonical as in the page
	RedirectURL string  `ch:"redirect_url"`
	Redirect    string  `ch:"redirect_page"`
	WordCount   *uint32 `ch:"word_count"`
	Depth       *uint32 `ch:"crawl_depth"`
	Inlinks     *uint64 `ch:"inlinks"`
}

// CrawledLink is a link of a crawl.
type CrawledLink struct {
	AccountID   string `ch:"account_id"`
	SiteID      string `ch:"site_id"`
	ImportID    string `ch:"import_id"`
	Source      string `ch:"source_page"`
	Destination string `ch:"destination_page"`
	Type        string `ch:"link_type"`
	Follow      *bool  `ch:"follow"`
	Position    string `ch:"position"`
}
