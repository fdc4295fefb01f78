package upslope

// KPIs are the figures at the top of the Overview: the last 28 final days against the 28 before.
// Nil means unknown, which is not zero. Changes are in percent.
type KPIs struct {
	TotalSessions    *int64   `json:"totalSessions"`
	SessionsChange   *float64 `json:"sessionsChange"`
	ConversionRate   *float64 `json:"conversionRate"` // percent
	ConversionChange *float64 `json:"conversionChange"`
	AdSpend          *float64 `json:"adSpend"` // major units of Currency
	AdSpendChange    *float64 `json:"adSpendChange"`
	Currency         *string  `json:"currency"`     // nil when the sites differ
	AvgPageSpeed     *float64 `json:"avgPageSpeed"` // seconds, field p75 LCP weighted by sessions
	PageSpeedChange  *float64 `json:"pageSpeedChange"`
}
