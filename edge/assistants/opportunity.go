package assistants

import "math"

// opportunity is what an assistant needs of an insight.
type opportunity struct {
	ID         string  `json:"id"`
	SiteID     string  `json:"siteId"`
	Title      string  `json:"title"`
	Summary    string  `json:"summary"`
	Status     string  `json:"status"`
	Score      int     `json:"score"`
	Confidence int     `json:"confidence"`
	Hours      float64 `json:"hours"`
	Assignee   string  `json:"assignee,omitempty"`
	Resolution string  `json:"resolution,omitempty"` // of a done one
	Reason     string  `json:"reason,omitempty"`     // what somebody said when they changed the status
	Value      *value  `json:"value"`
	UpdatedAt  string  `json:"updatedAt"`
	Source     string  `json:"source,omitempty"`
	Days       string  `json:"days,omitempty"`
}

// insight is an opportunity as the API answers it, with the evidence that says where it comes from.
type insight struct {
	opportunity
	Evidence map[string]any `json:"evidence"`
}

// told is what an assistant is told of an insight: without its evidence, but for its source and days.
func (i insight) told() opportunity {
	told := i.opportunity
	told.Source, _ = i.Evidence["source"].(string)
	told.Days, _ = i.Evidence["window"].(string)
	told.Value = told.Value.rounded()
	return told
}

func toldOf(list []insight) []opportunity {
	told := []opportunity{}
	for _, one := range list {
		told = append(told, one.told())
	}
	return told
}

// gone is the resolution of what was no longer found, without anybody having marked it as done.
const gone = "gone"

type value struct {
	Low      float64 `json:"low"`
	Mid      float64 `json:"mid"`
	High     float64 `json:"high"`
	Unit     string  `json:"unit"`
	Currency string  `json:"currency,omitempty"`
}

// rounded leaves out digits that no estimate has.
func (v *value) rounded() *value {
	if v == nil {
		return nil
	}
	cents := func(x float64) float64 { return math.Round(100*x) / 100 }
	return &value{cents(v.Low), cents(v.Mid), cents(v.High), v.Unit, v.Currency}
}
