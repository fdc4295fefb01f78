package upslope

// InsightType is a type of insight: how it is named and shown, as its detector declares.
type InsightType struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	Icon  string `json:"icon"`
	Color string `json:"color"`
}

// InsightRule explains how insights of a type are found, sized and ranked, for people who want to tune it.
type InsightRule struct {
	InsightType
	Finds     string         `json:"finds"`     // what it looks for, in a few sentences
	Formula   string         `json:"formula"`   // how it is sized; lines
	LeavesOut []string       `json:"leavesOut"` // false friends: what looks like it and is not
	Needs     []string       `json:"needs"`     // the data it reads, in words
	Constants []RuleConstant `json:"constants"`
	Sources   []RuleSource   `json:"sources"` // publications behind the method
}

// RuleConstant is a number in a rule.
type RuleConstant struct {
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Value float64  `json:"value"` // unless the site overrides it
	Unit  string   `json:"unit"`  // such as impressions or percent; "" none
	Least *float64 `json:"least"` // lowest value a site may set
	Most  *float64 `json:"most"`  // highest; both nil: sites cannot change it
}

// RuleSource is a publication that the method rests on.
type RuleSource struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}
