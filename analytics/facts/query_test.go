package facts

import (
	"testing"
	"time"
)

func TestAScriptSetsTheParametersOfItsStatement(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	got := Query{
		SQL: "select {day:Date}, {days:Array(Date)}, {name:String}, {names:Array(Array(String))}, {n:UInt64}, {n:UInt64}\n",
		Params: map[string]any{
			"day": day, "days": []time.Time{day}, "name": "it's", "names": [][]string{{"a"}, {`b\`}, {}}, "n": 7, "unused": 1,
		},
	}.Script()
	want := `set param_day = '2026-11-20';
set param_days = '[\'2026-11-20\']';
set param_n = '7';
set param_name = 'it\'s';
set param_names = '[[\'a\'],[\'b\\\\\'],[]]';

select {day:Date}, {days:Array(Date)}, {name:String}, {names:Array(Array(String))}, {n:UInt64}, {n:UInt64};
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
