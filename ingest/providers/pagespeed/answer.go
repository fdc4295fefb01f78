package pagespeed

import (
	"encoding/json"

	"upslope/ingest/providers/wire"
)

// answer is what we use of a response. Google's other fields change their types now and then.
type answer struct {
	Page       wire.Maybe[visits]     `json:"loadingExperience"`
	Origin     wire.Maybe[visits]     `json:"originLoadingExperience"`
	Lighthouse wire.Maybe[lighthouse] `json:"lighthouseResult"`
}

// visits are the figures of real visits, by metric.
type visits struct {
	Metrics map[string]wire.Maybe[struct {
		Percentile *wire.Number `json:"percentile"` // absent for 0
	}] `json:"metrics"`
	OriginFallback wire.Bool `json:"origin_fallback"`
}

// lighthouse is a lab run.
type lighthouse struct {
	RuntimeError wire.Maybe[struct {
		Code    wire.Text `json:"code"`
		Message wire.Text `json:"message"`
	}] `json:"runtimeError"`
	Audits     map[string]wire.Maybe[audit] `json:"audits"`
	Categories wire.Maybe[struct {
		Performance wire.Maybe[struct {
			Score     wire.Number `json:"score"`
			AuditRefs wire.Maybe[[]wire.Maybe[struct {
				ID    wire.Text `json:"id"`
				Group wire.Text `json:"group"`
			}]] `json:"auditRefs"`
		}] `json:"performance"`
	}] `json:"categories"`
}

type audit struct {
	Title            wire.Text       `json:"title"`
	Score            wire.Number     `json:"score"`
	ScoreDisplayMode wire.Text       `json:"scoreDisplayMode"`
	NumericValue     *wire.Number    `json:"numericValue"` // absent for 0
	Details          json.RawMessage `json:"details"`
	MetricSavings    wire.Maybe[struct {
		LCP, FCP, TBT, INP wire.Number
	}] `json:"metricSavings"`
}
