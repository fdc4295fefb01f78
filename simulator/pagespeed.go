package simulator

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"

	"upslope/simulator/world"
)

// PageSpeedKey is the valid API key; requests without a key are valid too.
const PageSpeedKey = "AIzaSimulatedPageSpeedKey000000000000000"

func (s *Server) pageSpeed(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	target, err := url.Parse(query.Get("url"))
	strategy := strings.ToUpper(cmp.Or(query.Get("strategy"), "DESKTOP"))
	origin := ""
	if err == nil {
		origin = target.Scheme + "://" + target.Host
	}
	var site *world.World
	var page world.Page
	c := call{
		Source: sourcePageSpeed, Property: origin, Report: strategy + " " + query.Get("url"), Page: 1, fail: writeGoogleError,
		allowed: func() *failure {
			switch {
			case query.Get("key") != "" && query.Get("key") != PageSpeedKey:
				return &failure{code: http.StatusBadRequest, status: "INVALID_ARGUMENT", reason: "badRequest", message: "API key not valid. Please pass a valid API key."}
			case err != nil || target.Host == "" || strategy != "MOBILE" && strategy != "DESKTOP":
				return badRequest("Invalid value at 'url' or 'strategy'.")
			}
			var found bool
			if site = s.byDomain[strings.TrimPrefix(target.Host, "www.")]; site != nil {
				page, found = site.Page(query.Get("url"))
			}
			if !found {
				return &failure{code: http.StatusBadRequest, reason: "lighthouseUserError", message: "Lighthouse returned error: ERRORED_DOCUMENT_REQUEST. Lighthouse was unable to reliably load the page you requested. Make sure you are testing the correct URL and that the server is properly responding to all requests. (Status code: 404)"}
			}
			return s.takePageSpeedTest(origin)
		},
		answer: func() ([]byte, *failure) {
			return encode(pageSpeedAnswer(site, page, query.Get("url"), strategy == "MOBILE", s.today("UTC")))
		},
	}
	s.do(w, r, c)
}

// takePageSpeedTest takes one test of the minute's and the day's limit. A throttled site fails with an
// ordinary error, as at Google.
func (s *Server) takePageSpeedTest(origin string) *failure {
	if s.config.Unlimited {
		return nil
	}
	now := s.config.Now()
	tooMany := func(span string) *failure {
		return &failure{code: http.StatusTooManyRequests, status: "RESOURCE_EXHAUSTED", reason: "rateLimitExceeded", message: "Quota exceeded for quota metric 'Queries' and limit 'Queries per " + span + "' of service 'pagespeedonline.googleapis.com'."}
	}
	if _, ok, _ := s.limits.take("pagespeed", 1, pageSpeedPerMinute, minute, now); !ok {
		return tooMany("minute")
	}
	if _, ok, _ := s.limits.take("pagespeed day", 1, pageSpeedPerDay, day, now); !ok {
		return tooMany("day")
	}
	if _, ok, _ := s.limits.take("pagespeed "+origin, 1, originPerMinute, minute, now); !ok {
		return &failure{code: http.StatusInternalServerError, reason: "internalError", message: "Unable to process request. Please wait a while and try again."}
	}
	return nil
}

type pageSpeedResult struct {
	CaptchaResult           string           `json:"captchaResult"`
	Kind                    string           `json:"kind"`
	ID                      string           `json:"id"`
	LoadingExperience       fieldFigures     `json:"loadingExperience"`
	OriginLoadingExperience fieldFigures     `json:"originLoadingExperience"`
	Lighthouse              lighthouseResult `json:"lighthouseResult"`
	Time                    string           `json:"analysisUTCTimestamp"`
}

type fieldFigures struct {
	ID              string                 `json:"id,omitempty"`
	Metrics         map[string]fieldMetric `json:"metrics,omitempty"`
	OverallCategory string                 `json:"overall_category,omitempty"`
	InitialURL      string                 `json:"initial_url,omitempty"`
	OriginFallback  bool                   `json:"origin_fallback,omitempty"`
}

type fieldMetric struct {
	Percentile    int          `json:"percentile"`
	Distributions []proportion `json:"distributions"`
	Category      string       `json:"category"`
}

type proportion struct {
	Min        int     `json:"min"`
	Max        int     `json:"max,omitempty"`
	Proportion float64 `json:"proportion"`
}

type lighthouseResult struct {
	RequestedURL      string                  `json:"requestedUrl"`
	FinalURL          string                  `json:"finalUrl"`
	LighthouseVersion string                  `json:"lighthouseVersion"`
	UserAgent         string                  `json:"userAgent"`
	FetchTime         string                  `json:"fetchTime"`
	ConfigSettings    map[string]any          `json:"configSettings"`
	RunWarnings       []string                `json:"runWarnings"`
	Audits            map[string]audit        `json:"audits"`
	Categories        map[string]auditSummary `json:"categories"`
}

type audit struct {
	ID               string         `json:"id"`
	Title            string         `json:"title"`
	Description      string         `json:"description"`
	Score            *float64       `json:"score"`
	ScoreDisplayMode string         `json:"scoreDisplayMode"`
	DisplayValue     string         `json:"displayValue,omitempty"`
	NumericValue     float64        `json:"numericValue,omitempty"`
	NumericUnit      string         `json:"numericUnit,omitempty"`
	MetricSavings    map[string]int `json:"metricSavings,omitempty"`
	Details          map[string]any `json:"details,omitempty"`
}

type auditSummary struct {
	ID    string  `json:"id"`
	Title string  `json:"title"`
	Score float64 `json:"score"`
}

func pageSpeedAnswer(w *world.World, page world.Page, requested string, mobile bool, today world.Day) pageSpeedResult {
	speed := w.SpeedOf(page, mobile, today)
	when := today.Time().Add(9 * time.Hour).Format("2006-01-02T15:04:05.000Z")
	form := "desktop"
	if mobile {
		form = "mobile"
	}
	result := pageSpeedResult{
		CaptchaResult: "CAPTCHA_NOT_NEEDED", Kind: "pagespeedonline#result", ID: page.URL, Time: when,
		LoadingExperience: fieldFigures{InitialURL: requested},
		Lighthouse: lighthouseResult{
			RequestedURL: requested, FinalURL: page.URL, LighthouseVersion: "13.0.1", UserAgent: "Mozilla/5.0 (simulated) Chrome/140.0.0.0", FetchTime: when, RunWarnings: []string{},
			ConfigSettings: map[string]any{"formFactor": form, "locale": "en-US", "onlyCategories": []string{"performance"}, "channel": "lr"},
			Audits:         auditsOf(page.URL, speed), Categories: map[string]auditSummary{"performance": {"performance", "Performance", speed.Score}},
		},
	}
	if speed.Field {
		result.LoadingExperience = fieldOf(page.URL, speed)
		result.LoadingExperience.InitialURL = requested
		if !speed.OwnField {
			result.LoadingExperience.ID, result.LoadingExperience.OriginFallback = w.Origin, true
		}
		result.OriginLoadingExperience = fieldOf(w.Origin, w.SpeedOf(world.Page{URL: w.Origin}, mobile, today))
	}
	return result
}

func fieldOf(id string, speed world.Speed) fieldFigures {
	figures := fieldFigures{ID: id, OverallCategory: "FAST", Metrics: map[string]fieldMetric{
		"LARGEST_CONTENTFUL_PAINT_MS":     metricOf(speed.LCP, 2500, 4000),
		"INTERACTION_TO_NEXT_PAINT":       metricOf(speed.INP, 200, 500),
		"CUMULATIVE_LAYOUT_SHIFT_SCORE":   metricOf(int(math.Round(speed.CLS*100)), 10, 25),
		"FIRST_CONTENTFUL_PAINT_MS":       metricOf(speed.FCP, 1800, 3000),
		"EXPERIMENTAL_TIME_TO_FIRST_BYTE": metricOf(speed.TTFB, 800, 1800),
	}}
	for _, name := range []string{"LARGEST_CONTENTFUL_PAINT_MS", "INTERACTION_TO_NEXT_PAINT", "CUMULATIVE_LAYOUT_SHIFT_SCORE"} {
		if category := figures.Metrics[name].Category; category == "SLOW" || category == "AVERAGE" && figures.OverallCategory == "FAST" {
			figures.OverallCategory = category
		}
	}
	return figures
}

// metricOf distributes visitors around the 75th percentile.
func metricOf(value, good, poor int) fieldMetric {
	fast := clamp(.75+.25*(1-float64(value)/float64(good)), .05, .98)
	slow := clamp(.25*float64(value)/float64(poor), .01, 1-fast)
	metric := fieldMetric{Percentile: value, Category: "FAST", Distributions: []proportion{{0, good, fast}, {good, poor, 1 - fast - slow}, {poor, 0, slow}}}
	switch {
	case value > poor:
		metric.Category = "SLOW"
	case value > good:
		metric.Category = "AVERAGE"
	}
	return metric
}

func clamp(x, low, high float64) float64 { return min(max(x, low), high) }

func auditsOf(page string, speed world.Speed) map[string]audit {
	audits := map[string]audit{}
	add := func(id, title, unit string, value, good, poor float64) {
		score := math.Round(100/(1+math.Pow(value/poor, math.Log(9)/math.Log(poor/good)))) / 100
		shown := fmt.Sprintf("%.1f s", value/1000)
		if unit == "unitless" {
			shown = fmt.Sprintf("%.3f", value)
		}
		audits[id] = audit{ID: id, Title: title, Description: title, Score: &score, ScoreDisplayMode: "numeric", DisplayValue: shown, NumericValue: value, NumericUnit: unit}
	}
	add("first-contentful-paint", "First Contentful Paint", "millisecond", speed.LabFCP, 1800, 3000)
	add("largest-contentful-paint", "Largest Contentful Paint", "millisecond", speed.LabLCP, 2500, 4000)
	add("total-blocking-time", "Total Blocking Time", "millisecond", speed.LabTBT, 200, 600)
	add("cumulative-layout-shift", "Cumulative Layout Shift", "unitless", speed.LabCLS, .1, .25)
	add("speed-index", "Speed Index", "millisecond", speed.LabSI, 3400, 5800)
	add("server-response-time", "Initial server response time was short", "millisecond", speed.LabTTFB, 600, 1200)
	for _, advice := range speed.Advice {
		score, items := .5, []any{}
		for i, file := range advice.Files {
			address, err := url.Parse(page)
			if err == nil {
				address, err = address.Parse(file)
			}
			if err == nil {
				items = append(items, map[string]any{"url": address.String(), "totalBytes": 2 * advice.Bytes / (i + 1), "wastedBytes": advice.Bytes / (i + 1)})
			}
		}
		one := audit{
			ID: advice.ID, Title: advice.Title, Description: advice.Title + ". [Learn more](https://developer.chrome.com/docs/performance/insights/).", Score: &score, ScoreDisplayMode: "metricSavings",
			DisplayValue: fmt.Sprintf("Est savings of %d ms", advice.Savings), MetricSavings: map[string]int{"FCP": advice.Savings / 2, "LCP": advice.Savings}, Details: map[string]any{"type": "table", "items": items, "headings": []any{}},
		}
		if strings.HasPrefix(advice.ID, "unused-") { // audits older than insights
			one.Details = map[string]any{"type": "opportunity", "overallSavingsMs": advice.Savings, "overallSavingsBytes": advice.Bytes, "items": items, "headings": []any{}}
			one.NumericValue, one.NumericUnit = float64(advice.Savings), "millisecond"
		}
		audits[advice.ID] = one
	}
	return audits
}
