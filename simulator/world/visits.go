package world

import "math"

// Visit is a group of sessions of a day: of one landing page, channel and device.
type Visit struct {
	Page                     int // index; Elsewhere when the landing page is not known
	Channel, Device          string
	Sessions, Engaged, Users int
	Conversions              int
	RevenueCents             int64 // of 1/100 of the currency, also where it has no cents; negative on days of refunds
}

// Elsewhere is the Page of sessions without a landing page.
const Elsewhere = -1

// channel is a way to the site: how many of the visits that are not from search, how well they buy, and where
// they land.
type channel struct {
	name                    string
	share, conversionFactor float64
	home, category          float64 // weights of those kinds of page; 1 for the others
	product, guide          float64
}

// The first one follows the clicks in search, the second those on ads.
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

// conversionRateOf is the part of the sessions on a kind of page that ends in an order.
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

// Visits is all that happened on the site on a day. complete is the part of it that the provider has
// processed so far.
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
