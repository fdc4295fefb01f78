package upslope

// InsightType is a kind of insight: its words and its look, as its detector declares them.
type InsightType struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	Icon  string `json:"icon"`
	Color string `json:"color"`
}

// InsightRule is how insights of a type are found, sized and ranked, for people who want to know or to tune it.
type InsightRule struct {
	InsightType
	Finds     string         `json:"finds"`     // what it looks for, in a few sentences
	Formula   string         `json:"formula"`   // how it is sized; lines
	LeavesOut []string       `json:"leavesOut"` // what looks like it and is not
	Needs     []string       `json:"needs"`     // the sources it looks at, in words
	Constants []RuleConstant `json:"constants"`
	Sources   []RuleSource   `json:"sources"` // what the method rests on
}

// RuleConstant is a number of a rule.
type RuleConstant struct {
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Value float64  `json:"value"` // where a site says nothing else
	Unit  string   `json:"unit"`  // such as impressions or percent; "" none
	Least *float64 `json:"least"` // a site may say from
	Most  *float64 `json:"most"`  // to; nil both: it is not the site's to say
}

// RuleSource is something published that a method rests on.
type RuleSource struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}
