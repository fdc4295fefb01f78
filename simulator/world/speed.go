package world

import (
	"math"
	"path"
)

// Speed is a page's field data and one lab run. Times are in milliseconds.
type Speed struct {
	Field            bool // has field data
	OwnField         bool // field data of this page; else of the whole origin
	LCP, INP         int  // field, 75th percentile
	FCP, TTFB        int
	CLS              float64
	LabLCP           float64
	LabFCP           float64
	LabTBT           float64
	LabTTFB          float64
	LabSI            float64
	LabCLS           float64
	Score            float64 // 0 to 1
	Advice           []Advice
	ShiftingElements int // elements that shift
}

// Advice is one way to make a page faster.
type Advice struct {
	ID, Title string // Lighthouse's
	Savings   int    // milliseconds
	Bytes     int
	Files     []string // paths, or URLs on other hosts; worst first
}

// SpeedOf tests a page on a day.
func (w *World) SpeedOf(page Page, mobile bool, day Day) Speed {
	device := 0
	slow := .58
	if mobile {
		device, slow = 1, 1
	}
	always := newDice(w.seed, rollSpeed, hashName(page.URL)+device, 0)
	now := newDice(w.seed, rollSpeed, hashName(page.URL)+device, day)
	factor := slow * page.speedFactor * math.Exp(.12*always.normal())
	if page.Kind == Category {
		factor *= 1.12 // pages with long lists
	}
	s := Speed{
		Field: w.first <= day, OwnField: page.clicks+page.visits > 4,
		LCP: int(1950 * factor), INP: int(140 * math.Sqrt(factor) * math.Exp(.1*always.normal())), FCP: int(1250 * math.Sqrt(factor)), TTFB: int(430 * math.Exp(.1*always.normal())),
		CLS: math.Round(100*always.between(.01, .07)) / 100,
	}
	if !s.OwnField {
		s.LCP, s.INP, s.FCP, s.TTFB, s.CLS = int(2050*slow), int(150*slow), int(1300*slow), 440, .05
	}
	if page.speedFactor > 1.5 {
		s.CLS, s.ShiftingElements = .17, 4
	}
	wobble := 1 + .06*now.normal()
	s.LabLCP, s.LabFCP, s.LabSI = 2450*factor*wobble, 1500*math.Sqrt(factor)*wobble, 2700*math.Sqrt(factor)*wobble
	s.LabTBT, s.LabTTFB, s.LabCLS = 190*factor*factor*wobble, 380*wobble, s.CLS
	s.Score = math.Round(100*score(s)) / 100
	s.Advice = advice(page, s, &always)
	return s
}

// score follows Lighthouse: each metric relative to its values for .9 and .5, weighted.
func score(s Speed) float64 {
	mark := func(value, good, poor float64) float64 {
		return 1 / (1 + math.Pow(value/poor, math.Log(9)/math.Log(poor/good)))
	}
	return .1*mark(s.LabFCP, 1800, 3000) + .1*mark(s.LabSI, 3400, 5800) + .25*mark(s.LabLCP, 2500, 4000) + .3*mark(max(1, s.LabTBT), 200, 600) + .25*mark(max(.001, s.LabCLS), .1, .25)
}

func advice(page Page, s Speed, d *dice) []Advice {
	over := max(0, s.LabLCP-1500)
	all := []Advice{
		{"image-delivery-insight", "Improve image delivery", int(over * d.between(.25, .5)), 180_000 + d.below(900_000), []string{"/media/" + path.Base(page.URL) + "-large.jpg", "/media/banner.png"}},
		{"render-blocking-insight", "Render blocking requests", int(over * d.between(.1, .3)), 0, []string{"/assets/theme.css", "/assets/vendor.js"}},
		{"unused-javascript", "Reduce unused JavaScript", int(over * d.between(.05, .2)), 60_000 + d.below(200_000), []string{"/assets/app.js", "https://www.googletagmanager.com/gtm.js?id=GTM-DEMO"}},
		{"document-latency-insight", "Document request latency", int(s.LabTTFB * .3), 0, nil},
		{"unused-css-rules", "Reduce unused CSS", int(over * d.between(0, .08)), 20_000 + d.below(60_000), []string{"/assets/theme.css"}},
	}
	out := all[:0]
	for _, a := range all {
		if a.Savings >= 50 {
			a.Savings = a.Savings / 10 * 10
			out = append(out, a)
		}
	}
	return out
}
