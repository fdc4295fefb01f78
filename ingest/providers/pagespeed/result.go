package pagespeed

import (
	"math"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/providers/wire"
)

// result is the measurement of a test; missing values are nil.
type result struct {
	page        string // normalized
	device      device
	fieldSource string // url, origin, or ""
	field       vitals
	lab         labs
	score       *uint8
	advice      advice
}

// vitals are the 75th percentile of real visits.
type vitals struct {
	lcp, inp, ttfb *uint32 // milliseconds
	cls            *float64
}

// labs are the metrics of one lab run.
type labs struct {
	lcp, ttfb, tbt *float64 // milliseconds
	cls            *float64
}

// read extracts the used values of a response.
func read(from *answer, t test) (*result, error) {
	page, err := upslope.NormalizeURL(t.page)
	if err != nil {
		return nil, unloadable(t, "it is no address of a page.").Because(err)
	}
	r := &result{page: page, device: t.device, advice: noAdvice()}
	// With too few visits, Google returns the whole origin's figures instead of the page's, or next to them.
	if visits := from.Page; visits.Known {
		r.fieldSource, r.field = "url", readVitals(visits.Value)
		if visits.Value.OriginFallback {
			r.fieldSource = "origin"
		}
	}
	if visits := from.Origin; visits.Known && r.field == (vitals{}) {
		r.fieldSource, r.field = "origin", readVitals(visits.Value)
	}
	if r.field == (vitals{}) {
		r.fieldSource = ""
	}
	visit := from.Lighthouse
	problem := visit.Value.RuntimeError.Value
	failed := !visit.Known || problem.Code != "" && problem.Code != "NO_ERROR"
	switch {
	case !failed:
		r.lab, r.score = readLab(visit.Value), readScore(visit.Value)
		r.advice = advise(visit.Value)
	case r.fieldSource == "" && visit.Known:
		return nil, unloadable(t, string(problem.Message))
	case r.fieldSource == "":
		return nil, unloadable(t, "the answer has no figures.")
	}
	return r, nil
}

func readVitals(from visits) vitals {
	percentile := func(names ...string) *uint32 {
		for _, name := range names {
			metric := from.Metrics[name]
			figure := figureOf(metric.Value.Percentile)
			if metric.Known && figure.Known && figure.Value >= 0 && figure.Value <= math.MaxUint32 {
				value := uint32(figure.Value)
				return &value
			}
		}
		return nil
	}
	v := vitals{
		lcp:  percentile("LARGEST_CONTENTFUL_PAINT_MS"),
		inp:  percentile("INTERACTION_TO_NEXT_PAINT", "EXPERIMENTAL_INTERACTION_TO_NEXT_PAINT"),
		ttfb: percentile("EXPERIMENTAL_TIME_TO_FIRST_BYTE"),
	}
	if hundredfold := percentile("CUMULATIVE_LAYOUT_SHIFT_SCORE"); hundredfold != nil {
		shift := float64(*hundredfold) / 100
		v.cls = &shift
	}
	return v
}

// figureOf returns a figure, which Google leaves out when it is 0.
func figureOf(sent *wire.Number) wire.Number {
	if sent == nil {
		return wire.Number{Known: true}
	}
	return *sent
}

func readLab(visit lighthouse) labs {
	number := func(name string) *float64 {
		audit := visit.Audits[name]
		figure, mode := figureOf(audit.Value.NumericValue), audit.Value.ScoreDisplayMode
		if !audit.Known || !figure.Known || mode == "error" || mode == "notApplicable" || !audit.Value.Score.Known && figure.Value == 0 {
			return nil
		}
		value := figure.Value // only the number: the audit holds much more
		return &value
	}
	return labs{
		lcp: number("largest-contentful-paint"), ttfb: number("server-response-time"),
		tbt: number("total-blocking-time"), cls: number("cumulative-layout-shift"),
	}
}

// readScore converts the score of 0 to 1 to points of 100.
func readScore(visit lighthouse) *uint8 {
	score := visit.Categories.Value.Performance.Value.Score
	if !score.Known || score.Value < 0 || score.Value > 1 {
		return nil
	}
	points := uint8(math.Round(score.Value * 100))
	return &points
}

func columns(rows []result) []providers.Column {
	return []providers.Column{
		providers.ColumnOf("page", rows, func(r *result) string { return r.page }),
		providers.ColumnOf("device", rows, func(r *result) string { return string(r.device) }),
		providers.ColumnOf("field_source", rows, func(r *result) string { return r.fieldSource }),
		providers.ColumnOf("field_lcp_ms", rows, func(r *result) *uint32 { return r.field.lcp }),
		providers.ColumnOf("field_inp_ms", rows, func(r *result) *uint32 { return r.field.inp }),
		providers.ColumnOf("field_cls", rows, func(r *result) *float64 { return r.field.cls }),
		providers.ColumnOf("field_ttfb_ms", rows, func(r *result) *uint32 { return r.field.ttfb }),
		providers.ColumnOf("lab_lcp_ms", rows, func(r *result) *float64 { return r.lab.lcp }),
		providers.ColumnOf("lab_cls", rows, func(r *result) *float64 { return r.lab.cls }),
		providers.ColumnOf("lab_ttfb_ms", rows, func(r *result) *float64 { return r.lab.ttfb }),
		providers.ColumnOf("lab_tbt_ms", rows, func(r *result) *float64 { return r.lab.tbt }),
		providers.ColumnOf("score", rows, func(r *result) *uint8 { return r.score }),
		providers.ColumnOf("recommendations", rows, func(r *result) []string { return r.advice.titles }),
		providers.ColumnOf("savings_ms", rows, func(r *result) []uint32 { return r.advice.savings }),
		providers.ColumnOf("resources", rows, func(r *result) []string { return r.advice.resources }),
	}
}
