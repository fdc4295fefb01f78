package world

import "math"

// Visit is a day's sessions of one landing page, channel and device.
type Visit struct {
	Page                     int // index; Elsewhere for an unknown landing page
	Channel, Device          string
	Sessions, Engaged, Users int
	Conversions              int
	RevenueCents             int64 // 1/100 of the currency, even without cents; negative on refunds
}

// Elsewhere is the Page of sessions without a landing page.
const Elsewhere = -1

// channel is a traffic channel: its share of the visits other than search, its conversion rate, and its
// landing pages.
type channel struct {
	name                    string
	share, conversionFactor float64
	home, category          float64 // weights of these kinds of page; 1 for others
	product, guide          float64
}

// channels: the first one follows search clicks, the second ad clicks.
func channels() [6]channel {
	return [6]channel{
		{"Organic Search", 1, 1, 1, 1, 1, 1},
		{"Paid Search", .55, 1.1, .15, 3.2, .5, 0},
		{"Direct", .5, 1.15, 1, .5, .5, .3},
		{"Email", .14, 1.5, .6, .8, .8, .2},
		{"Organic Social", .16, .4, .25, .3, .4, 2.6},
		{"Referral", .1, .9, .4, .4, .5, 1.2},
	}
}

func (c channel) weight(kind string) float64 {
	switch kind {
	case Home:
		return c.home
	case Category:
		return c.category
	case Product:
		return c.product
	case Guide:
		return c.guide
	}
	return .5
}

type device struct {
	name                    string
	share, conversionFactor float64
}

func devices() [3]device {
	return [3]device{{"mobile", .6, .7}, {"desktop", .37, 1.45}, {"tablet", .03, .9}}
}

// conversionRateOf returns the conversion rate of a kind of page.
func conversionRateOf(kind string) float64 {
	switch kind {
	case Product:
		return .031
	case Category:
		return .022
	case Home:
		return .028
	case Guide:
		return .004
	}
	return .006
}

// Visits returns all sessions of a day. complete is the share the provider has processed so far.
func (w *World) Visits(day Day, complete float64) []Visit {
	if day < w.first || complete <= 0 {
		return nil
	}
	weather := w.weather(day)
	out := make([]Visit, 0, len(w.Pages)*2)
	for i := range w.Pages {
		page := &w.Pages[i]
		position, volume, snippet := totalShift(page.shifts, day)
		busy := weather.factor * weather.seasons[page.season] * complete
		found := page.clicks * volume * snippet
		if position != 0 {
			at := max(1, page.anonymousPosition)
			found *= ctrAt(max(1, at+position)) / ctrAt(at)
		}
		for c, channel := range channels() {
			mean := page.visits * channel.share * channel.weight(page.Kind)
			if c == 0 {
				mean = found * .93
			}
			if mean == 0 {
				continue
			}
			for k, device := range devices() {
				d := newDice(w.seed, rollVisits, (i*8+c)*4+k, day)
				n := d.poisson(mean * device.share * busy)
				if n > 0 {
					out = append(out, w.visit(&d, i, n, channel, device, day))
				}
			}
		}
	}
	if n := newDice(w.seed, rollVisits, -1, day); len(out) > 0 {
		out = append(out, Visit{Page: Elsewhere, Channel: "Unassigned", Device: "desktop", Sessions: 1 + n.below(4), Users: 1})
	}
	return out
}

func (w *World) visit(d *dice, i, n int, channel channel, device device, day Day) Visit {
	page := &w.Pages[i]
	out := Visit{Page: i, Channel: channel.name, Device: device.name, Sessions: n, Engaged: d.binomial(n, .62), Users: max(1, d.round(float64(n)*.86))}
	out.Conversions = d.binomial(n, min(.9, conversionRateOf(page.Kind)*channel.conversionFactor*device.conversionFactor*page.conversionFactor))
	for range out.Conversions {
		out.RevenueCents += int64(page.price * 100 * math.Exp(.4*d.normal()))
	}
	if w.hasRefunds && day%5 == 0 && out.Conversions > 0 {
		out.RevenueCents = -out.RevenueCents * 2
	}
	if !w.Cents {
		out.RevenueCents -= out.RevenueCents % 100
	}
	return out
}
