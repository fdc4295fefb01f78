package upslope

// KPIs are the figures at the top of the Overview: of a period, or of each provider's last 28 final days,
// against as many. Nil means unknown, which is not zero. Changes are in percent.
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

	Period *KPIPeriod `json:"period,omitempty"` // nil: none was asked for, or nothing was read
}

// KPIPeriod is the period of figures, and what of it did not come. Days are like 2026-10-22.
type KPIPeriod struct {
	From                string         `json:"from"`
	To                  string         `json:"to"`
	ComparedFrom        *string        `json:"comparedFrom"` // nil: with nothing
	ComparedTo          *string        `json:"comparedTo"`
	MissingDays         KPIMissingDays `json:"missingDays"`
	ComparedMissingDays KPIMissingDays `json:"comparedMissingDays"`
}

// KPIMissingDays are days that did not come, summed over connections. With half of the days sums are scaled
// to all of them; with fewer they are unknown.
type KPIMissingDays struct {
	Sessions int `json:"sessions"` // also of conversions
	AdSpend  int `json:"adSpend"`
}
