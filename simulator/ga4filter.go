package simulator

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// filterExpression is the documented format without numeric filters.
type filterExpression struct {
	AndGroup      *filterList       `json:"andGroup"`
	OrGroup       *filterList       `json:"orGroup"`
	NotExpression *filterExpression `json:"notExpression"`
	Filter        *fieldFilter      `json:"filter"`
}

type filterList struct {
	Expressions []*filterExpression `json:"expressions"`
}

type fieldFilter struct {
	FieldName    string `json:"fieldName"`
	StringFilter *struct {
		MatchType     string `json:"matchType"`
		Value         string `json:"value"`
		CaseSensitive bool   `json:"caseSensitive"`
	} `json:"stringFilter"`
	InListFilter *struct {
		Values        []string `json:"values"`
		CaseSensitive bool     `json:"caseSensitive"`
	} `json:"inListFilter"`
}

func (e *filterExpression) check() *failure {
	if e == nil {
		return nil
	}
	for _, group := range []*filterList{e.AndGroup, e.OrGroup} {
		if group == nil {
			continue
		}
		for _, expression := range group.Expressions {
			if f := expression.check(); f != nil {
				return f
			}
		}
	}
	if f := e.NotExpression.check(); f != nil || e.Filter == nil {
		return f
	}
	if !slices.Contains(ga4Dimensions(), e.Filter.FieldName) {
		return badRequest("Field " + e.Filter.FieldName + " is not a valid dimension.")
	}
	if e.Filter.StringFilter == nil && e.Filter.InListFilter == nil {
		return badRequest("A filter on a dimension needs a stringFilter or an inListFilter.")
	}
	if text := e.Filter.StringFilter; text != nil && strings.HasSuffix(text.MatchType, "REGEXP") {
		if _, err := regexp.Compile(text.Value); err != nil {
			return badRequest("Invalid regular expression: " + text.Value)
		}
	}
	return nil
}

func (e *filterExpression) matches(value func(name string) string) bool {
	switch {
	case e == nil:
		return true
	case e.AndGroup != nil:
		return !slices.ContainsFunc(e.AndGroup.Expressions, func(e *filterExpression) bool { return !e.matches(value) })
	case e.OrGroup != nil:
		return slices.ContainsFunc(e.OrGroup.Expressions, func(e *filterExpression) bool { return e.matches(value) })
	case e.NotExpression != nil:
		return !e.NotExpression.matches(value)
	case e.Filter != nil:
		return e.Filter.matches(value(e.Filter.FieldName))
	}
	return true
}

func (f *fieldFilter) matches(value string) bool {
	if list := f.InListFilter; list != nil {
		return slices.ContainsFunc(list.Values, func(one string) bool {
			return one == value || !list.CaseSensitive && strings.EqualFold(one, value)
		})
	}
	want := f.StringFilter.Value
	if !f.StringFilter.CaseSensitive && !strings.HasSuffix(f.StringFilter.MatchType, "REGEXP") {
		value, want = strings.ToLower(value), strings.ToLower(want)
	}
	switch f.StringFilter.MatchType {
	case "BEGINS_WITH":
		return strings.HasPrefix(value, want)
	case "ENDS_WITH":
		return strings.HasSuffix(value, want)
	case "CONTAINS":
		return strings.Contains(value, want)
	case "FULL_REGEXP", "PARTIAL_REGEXP":
		if f.StringFilter.MatchType == "FULL_REGEXP" {
			want = "^(?:" + want + ")$"
		}
		expression, err := regexp.Compile(want)
		return err == nil && expression.MatchString(value)
	}
	return value == want
}

// orderBy is the documented format.
type orderBy struct {
	Desc   bool `json:"desc"`
	Metric *struct {
		MetricName string `json:"metricName"`
	} `json:"metric"`
	Dimension *struct {
		DimensionName string `json:"dimensionName"`
	} `json:"dimension"`
}

func (o orderBy) compare(q *reportRequest, a, b visitSum) int {
	way := 0
	switch {
	case o.Metric != nil:
		way = cmp.Compare(a.metric(o.Metric.MetricName), b.metric(o.Metric.MetricName))
	case o.Dimension != nil:
		for i, dimension := range q.Dimensions {
			if dimension.Name == o.Dimension.DimensionName {
				way = cmp.Compare(a.keys[i], b.keys[i])
			}
		}
	}
	if o.Desc {
		return -way
	}
	return way
}
