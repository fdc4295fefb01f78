package truth_test

import (
	"testing"

	"upslope"
	"upslope/simulator/truth"
)

func issueInsight(issue, page, template string, affected float64) upslope.StoredInsight {
	return upslope.StoredInsight{Insight: upslope.Insight{
		Type: truth.Meta, Entity: upslope.Entity{Issue: issue, Page: page, Template: template}, Evidence: map[string]any{"affectedPages": affected},
	}}
}

func TestInsightsAreJudgedByCases(t *testing.T) {
	record := &truth.Record{Name: "shop", Unit: "EUR"}
	record.Plant(truth.Case{Type: truth.Meta, Issue: "missing_title", Page: "https://a.example/blog/one", Value: 100, Fix: .5, Reason: "No title."})
	record.Decoy(truth.Case{Type: truth.Meta, Page: "https://a.example/cart", Reason: "On purpose."})
	for _, c := range []struct {
		name     string
		insights []upslope.StoredInsight
		real     bool
		expected float64
		reason   string
	}{
		{"a planted page is real", []upslope.StoredInsight{issueInsight("missing_title", "https://a.example/blog/one", "", 1)}, true, 50, "No title."},
		{"another issue of it is not", []upslope.StoredInsight{issueInsight("missing_h1", "https://a.example/blog/one", "", 1)}, false, 0, "Nothing of the kind is wrong there."},
		{"a decoy says why it is none", []upslope.StoredInsight{issueInsight("hidden_page", "https://a.example/cart", "", 1)}, false, 0, "On purpose."},
		{"half of a template suffices", []upslope.StoredInsight{issueInsight("missing_title", "", "/blog/*", 2)}, true, 50, "No title."},
		{"a third of it does not", []upslope.StoredInsight{issueInsight("missing_title", "", "/blog/*", 3)}, false, 0, "Nothing of the kind is wrong there."},
		{"what a better insight claims is not counted again", []upslope.StoredInsight{
			issueInsight("missing_title", "https://a.example/blog/one", "", 1), issueInsight("missing_title", "", "/blog/*", 1),
		}, true, 0, "No title."},
	} {
		verdicts := record.Judge(c.insights, nil)
		if v := verdicts[len(verdicts)-1]; v.Real != c.real || v.Expected != c.expected || v.Reason != c.reason {
			t.Errorf("%s: got %+v", c.name, v)
		}
	}
}
