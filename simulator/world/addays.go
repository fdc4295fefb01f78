package world

import "math"

// AdRow is a day's figures of one search term, or of the unreported rest of a keyword or a campaign.
type AdRow struct {
	Campaign             int // index
	AdGroup, Keyword     int // indexes; -1 in campaigns without keywords
	Term                 int // index; Hidden
	Impressions, Clicks  int
	CostMicros           int64
	Conversions          int
	ConversionValueCents int64
}

// Ads returns the ads of a day that was age days ago: conversions are reported with a delay.
func (w *World) Ads(day Day, age int) []AdRow {
	if day < w.first || age < 1 {
		return nil
	}
	weather := w.weather(day)
	reportedShare := 1.0
	if age < 30 {
		reportedShare = 1 - .45*math.Exp(-float64(age)/6)
	}
	var out []AdRow
	for i := range w.terms {
		k := w.terms[i].Keyword
		out = w.adRow(out, AdRow{Keyword: k, Term: i}, day, w.terms[i].volume, weather, reportedShare)
	}
	for i := range w.keywords {
		out = w.adRow(out, AdRow{Keyword: i, Term: Hidden}, day, w.keywords[i].unreported, weather, reportedShare)
	}
	for i := range w.Campaigns {
		if c := &w.Campaigns[i]; c.keywordlessClicks > 0 {
			row := AdRow{Campaign: i, AdGroup: -1, Keyword: -1, Term: Hidden}
			d := newDice(w.seed, rollAds, -1-i, day)
			out = w.adResults(out, row, &d, c.keywordlessClicks*140*weather.factor, 1.0/140, c.cpc, c.rate, c.value, reportedShare)
		}
	}
	return out
}

func (w *World) adRow(out []AdRow, row AdRow, day Day, volume float64, weather weather, reportedShare float64) []AdRow {
	k := &w.keywords[row.Keyword]
	row.AdGroup = k.AdGroup
	row.Campaign = w.adGroups[k.AdGroup].Campaign
	c := &w.Campaigns[row.Campaign]
	cpc, rate, entity := k.cpc, k.rate, row.Keyword*2
	if row.Term >= 0 {
		cpc, rate, entity = cpc*w.terms[row.Term].cpc, rate*w.terms[row.Term].rate, row.Term*2+1
	}
	_, dearer, _ := totalShift(k.shifts, day)
	d := newDice(w.seed, rollAds, entity, day)
	return w.adResults(out, row, &d, volume*weather.factor*weather.seasons[c.season], k.ctr, cpc*dearer, rate, c.value, reportedShare)
}

func (w *World) adResults(out []AdRow, row AdRow, d *dice, impressions, ctr, cpc, rate, value, reportedShare float64) []AdRow {
	row.Impressions = d.poisson(impressions)
	if row.Impressions == 0 {
		return out
	}
	row.Clicks = d.binomial(row.Impressions, ctr)
	step := 10_000.0 // in micros: cents
	if !w.Cents {
		cpc, value, step = cpc*150, value*150, 1_000_000
	}
	row.CostMicros = int64(float64(row.Clicks)*cpc*(1+.12*d.normal())*1e6/step) * int64(step)
	for range d.binomial(row.Clicks, rate) {
		cents := int64(value * 100 * math.Exp(.3*d.normal()))
		if !w.Cents {
			cents -= cents % 100
		}
		if d.chance(reportedShare) { // drawn last: the same conversions, reported later
			row.Conversions++
			row.ConversionValueCents += cents
		}
	}
	return append(out, row)
}
