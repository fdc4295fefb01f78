package upslope

// Plan is the insights to do first in a number of hours: those with the most expected value together.
type Plan struct {
	Hours   float64    `json:"hours"`   // there are
	Used    float64    `json:"used"`    // of them
	Items   []PlanItem `json:"items"`   // in the order to do them
	Values  []Value    `json:"values"`  // what they are expected to bring a month together, each click once; by unit and currency, the largest first
	LeftOut int        `json:"leftOut"` // insights that do not fit
	Unknown int        `json:"unknown"` // of those that were taken have no known value
	Assumes string     `json:"assumes"` // in words: how long a task takes
}

// PlanItem is one insight of a plan.
type PlanItem struct {
	Insight  Insight `json:"insight"`
	Hours    float64 `json:"hours"`    // it takes, from its effort
	Expected *Value  `json:"expected"` // per month: its value × its confidence, as far as no other of the plan brings it; nil: unknown
}
