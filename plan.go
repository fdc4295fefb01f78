package upslope

// Plan lists the insights with the most expected value in a number of hours.
type Plan struct {
	Hours float64    `json:"hours"` // there are
	Used  float64    `json:"used"`  // of them
	Items []PlanItem `json:"items"` // in the order to do them
	// Values are expected per month, each click counted once; by unit and currency, largest first.
	Values  []Value `json:"values"`
	LeftOut int     `json:"leftOut"` // insights that do not fit
	Unknown int     `json:"unknown"` // chosen insights of unknown value
	Assumes string  `json:"assumes"` // in words: how long a task takes
}

// PlanItem is one insight of a plan.
type PlanItem struct {
	Insight Insight `json:"insight"`
	Hours   float64 `json:"hours"` // of work
	// Expected is per month: value × confidence, without what others of the plan bring; nil: unknown.
	Expected *Value `json:"expected"`
}
