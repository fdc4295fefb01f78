package gads

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// row is one of the rows that Google answers, with the fields that any of our queries selects. What a query does not select, and what is
// zero, is not there.
type row struct {
	Customer       customer
	CustomerClient customerClient
	Campaign       struct {
		ID                     count
		Name                   string
		Status                 string
		AdvertisingChannelType string
		BiddingStrategyType    string
	}
	CampaignBudget struct{ AmountMicros *micros }
	AdGroup        struct {
		ID     count
		Name   string
		Status string
	}
	AdGroupCriterion  criterion
	CampaignCriterion criterion
	SharedCriterion   criterion
	CampaignSharedSet struct{ Status string }
	SharedSet         struct {
		ID   count
		Name string
	}
	SearchTermView struct {
		SearchTerm string
		Status     string
	}
	Segments struct {
		Date                string // 2006-01-02
		SearchTermMatchType string
	}
	Metrics struct {
		Impressions      count
		Clicks           count
		CostMicros       micros
		Conversions      float64
		ConversionsValue float64
	}
}

type customer struct {
	ID              count
	DescriptiveName string
	CurrencyCode    string
	TimeZone        string
	Manager         bool
}

type customerClient struct {
	ID              count
	DescriptiveName string
	Manager         bool
	Hidden          bool
	Status          string
}

// criterion is a keyword that is targeted or excluded.
type criterion struct {
	CriterionID count
	Keyword     struct {
		Text      string
		MatchType string
	}
	Negative              bool
	Status                string
	QualityInfo           struct{ QualityScore count }
	EffectiveCPCBidMicros micros // what holds after the ad group's bid was inherited
	CPCBidMicros          micros
}

// count is an int64 that is never negative. Google writes them as strings.
type count uint64

// UnmarshalJSON reads a string or a number.
func (c *count) UnmarshalJSON(data []byte) error {
	text, ok := digits(data)
	if !ok {
		return nil
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("read a count: %w", err)
	}
	*c = count(number)
	return nil
}

// micros is an amount of money in millionths of its currency, which Google writes as a string.
type micros int64

// UnmarshalJSON reads a string or a number.
func (m *micros) UnmarshalJSON(data []byte) error {
	text, ok := digits(data)
	if !ok {
		return nil
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("read an amount: %w", err)
	}
	*m = micros(number)
	return nil
}

// units are the amount in whole units of its currency. One division rounds once: the sum of a day is right to the cent.
func (m micros) units() float64 { return float64(m) / 1e6 }

func digits(data []byte) (text string, ok bool) {
	if bytes.Equal(data, []byte("null")) {
		return "", false
	}
	return string(bytes.Trim(data, `"`)), true
}

// bid is what a click may cost, nil when nothing says.
func (c *criterion) bid() *float64 {
	bid := c.EffectiveCPCBidMicros
	if bid == 0 {
		bid = c.CPCBidMicros
	}
	if bid == 0 {
		return nil
	}
	units := bid.units()
	return &units
}

// quality is Google's score from 1 to 10, nil when it has too little to say one.
func (c *criterion) quality() *uint8 {
	if c.QualityInfo.QualityScore == 0 || c.QualityInfo.QualityScore > 10 {
		return nil
	}
	score := uint8(c.QualityInfo.QualityScore)
	return &score
}

func (c *criterion) match() string { return word(c.Keyword.MatchType) }

// word is one of Google's constants as our tables write it.
func word(constant string) string { return strings.ToLower(constant) }
