package wire_test

import (
	"encoding/json"
	"testing"

	"upslope/ingest/providers/wire"
)

func TestAnyShapeIsReadAndWhatIsNoneIsUnknown(t *testing.T) {
	type figure struct {
		Number wire.Number
		Text   wire.Text
		Bool   wire.Bool
		Object wire.Maybe[struct{ A int }]
	}
	for sent, want := range map[string]figure{
		`1.5`:         {Number: wire.Number{Value: 1.5, Known: true}, Text: "1.5"},
		`"1.5"`:       {Number: wire.Number{Value: 1.5, Known: true}, Text: "1.5"},
		`0`:           {Number: wire.Number{Known: true}, Text: "0"},
		`"NaN"`:       {Text: "NaN"},
		`"1e999"`:     {Text: "1e999"},
		`"a\u00e4"`:   {Text: "aä"},
		`""`:          {},
		`true`:        {Text: "true", Bool: true},
		`"true"`:      {Text: "true", Bool: true},
		`false`:       {Text: "false"},
		`null`:        {},
		`{}`:          {Object: wire.Maybe[struct{ A int }]{Known: true}},
		`{"A":1}`:     {Object: wire.Maybe[struct{ A int }]{Value: struct{ A int }{1}, Known: true}},
		`{"A":"one"}`: {},
		`[]`:          {},
		`[1,{}]`:      {},
	} {
		var got figure
		if err := json.Unmarshal([]byte(`{"Number":`+sent+`,"Text":`+sent+`,"Bool":`+sent+`,"Object":`+sent+`}`), &got); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", sent, got, err, want)
		}
	}
}
