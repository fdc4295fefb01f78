package evaluation_test

import (
	"strings"
	"testing"

	"upslope"
	"upslope/simulator/evaluation"
	"upslope/simulator/truth"
)

func slowInsight(page string, probability float64) upslope.StoredInsight {
	return upslope.StoredInsight{Insight: upslope.Insight{
		Type: truth.Slow, Entity: upslope.Entity{Page: page}, Evidence: map[string]any{"probabilityReal": probability},
	}}
}

func TestPrecisionRecallAndRankAreCounted(t *testing.T) {
	record := &truth.Record{Name: "shop", Unit: "EUR"}
	record.Plant(truth.Case{Type: truth.Slow, Page: "https://a.example/one", Must: true, Value: 10, Fix: 1})
	record.Plant(truth.Case{Type: truth.Slow, Page: "https://a.example/two", Must: true, Value: 10, Fix: 1})
	result := evaluation.New(1)
	result.Add(record, record.Judge([]upslope.StoredInsight{slowInsight("https://a.example/one", .9), slowInsight("https://a.example/three", .9)}, nil))
	result.Finish()
	f := result.Detectors[truth.Slow]
	if f.Precision != .5 || f.Recall != .5 || f.NDCG < .61 || f.NDCG > .62 || f.Quiet != 0 || len(f.Bins) != 1 || f.Bins[0].True != .5 {
		t.Errorf("got %+v", f)
	}
	if quiet := result.Detectors[truth.Decay]; quiet.Quiet != 1 || quiet.QuietRate != 1 {
		t.Errorf("a type without plants: %+v", quiet)
	}
	var table strings.Builder
	result.Print(&table)
	if !strings.Contains(table.String(), "slow_page                       2     0.500      2   0.500  0.613") {
		t.Errorf("got\n%s", table.String())
	}
}

func TestAFindingIsRankedWithTheInsightThatSettlesIt(t *testing.T) {
	record := &truth.Record{Name: "shop", Unit: "EUR"}
	for _, page := range []string{"https://a.example/one", "https://a.example/two", "https://a.example/three"} {
		record.Plant(truth.Case{Type: truth.Slow, Page: page, Must: true, Value: 10, Fix: 1})
	}
	first := slowInsight("https://a.example/one", .9)
	first.Also = []upslope.Finding{{Type: truth.Slow, Entity: upslope.Entity{Page: "https://a.example/two"}}}
	result := evaluation.New(1)
	result.Add(record, record.Judge([]upslope.StoredInsight{first, slowInsight("https://a.example/three", .9)}, nil))
	result.Finish()
	if f := result.Detectors[truth.Slow]; f.NDCG != 1 || f.Found != 3 || f.Recall != 1 {
		t.Errorf("got %+v", f)
	}
}
