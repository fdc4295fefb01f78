package gads

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"upslope/ingest/providers/wire"
)

// row is a result row with all fields our queries select. Unselected and zero fields are absent.
type row struct {
	Customer       customer
	CustomerClient customerClient
	Campaign       struct {
		ID                     count
		Name                   string
		Status                 constant
		AdvertisingChannelType constant
		BiddingStrategyType    constant
	}
	CampaignBudget struct{ AmountMicros *micros }
	AdGroup        struct {
		ID     count
		Name   string
		Status constant
	}
	AdGroupCriterion  criterion
	CampaignCriterion criterion
	SharedCriterion   criterion
	CampaignSharedSet struct{ Status constant }
	SharedSet         struct {
		ID   count
		Name string
	}
	SearchTermView struct {
		SearchTerm string
		Status     constant
	}
	Segments struct {
		Date                string // 2006-01-02
		SearchTermMatchType constant
	}
	Metrics struct {
		Impressions      count
		Clicks           count
		CostMicros       micros
		Conversions      decimal
		ConversionsValue decimal
	}
}

type customer struct {
	ID              count
	DescriptiveName string
	CurrencyCode    string
	TimeZone        string
	Manager         wire.Bool
}

type customerClient struct {
	ID              count
	DescriptiveName string
	Manager         wire.Bool
	Hidden          wire.Bool
	Status          constant
}

// criterion is a targeted or excluded keyword.
type criterion struct {
	CriterionID count
	Keyword     struct {
		Text      string
		MatchType constant
	}
	Negative              wire.Bool
	Status                constant
	QualityInfo           wire.Maybe[struct{ QualityScore wire.Number }]
	EffectiveCPCBidMicros micros // after inheriting the ad group's bid
	CPCBidMicros          micros
}

// constant is a value of an enumeration; one that Google's own list lacks comes as a number.
type constant = wire.Text

// decimal is a number, or a string with one.
type decimal float64

// UnmarshalJSON accepts a string or a number.
func (d *decimal) UnmarshalJSON(data []byte) error {
	text, ok := digits(data)
	if !ok {
		return nil
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return fmt.Errorf("read a number: %q", text)
	}
	*d = decimal(number)
	return nil
}

// count is a non-negative int64, which Google encodes as a string.
type count uint64

// UnmarshalJSON accepts a string or a number.
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

// micros is an amount in millionths of the currency unit, which Google encodes as a string.
type micros int64

// UnmarshalJSON accepts a string or a number.
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

// units returns the amount in currency units. A single division keeps daily sums exact to the cent.
func (m micros) units() float64 { return float64(m) / 1e6 }

func digits(data []byte) (text string, ok bool) {
	if bytes.Equal(data, []byte("null")) {
		return "", false
	}
	return string(bytes.Trim(data, `"`)), true
}

// bid is the maximum CPC, or nil if unknown.
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

// quality is Google's quality score from 1 to 10, or nil without enough data.
func (c *criterion) quality() *uint8 {
	quality := c.QualityInfo.Value.QualityScore.Value
	if quality < 1 || quality > 10 {
		return nil
	}
	score := uint8(quality)
	return &score
}

func (c *criterion) match() string { return word(c.Keyword.MatchType) }

// word converts a Google constant to our tables' form.
func word(from constant) string { return strings.ToLower(string(from)) }
