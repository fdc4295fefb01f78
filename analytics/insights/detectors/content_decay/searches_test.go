package contentdecay

import "testing"

func TestTwoSearchesThatFellFarAreOneInspection(t *testing.T) {
	t.Parallel()
	far := func(query string) map[string]string {
		return map[string]string{"query": query, "cause": "rank", "far": "yes", "thenAt": "6.9", "nowAt": "29.7"}
	}
	near := map[string]string{"query": "near", "cause": "rank", "far": "", "thenAt": "2", "nowAt": "4"}
	named := joinFar([]map[string]string{far("one"), near, far("two")})
	if len(named) != 2 || named[0]["andFar"] != "two" || named[0]["andNowAt"] != "29.7" || named[1]["query"] != "near" || named[1]["andFar"] != "" {
		t.Errorf("got %v", named)
	}
	if got := inspections(named); got != 1 {
		t.Errorf("%d inspections", got)
	}
	if alone := joinFar([]map[string]string{near, far("one")}); len(alone) != 2 || alone[1]["andFar"] != "" {
		t.Errorf("one alone: %v", alone)
	}
}

// A search for what is near, or one that lost all clicks at its position, lost them to the results page.
func TestASearchThatAMapAnswersWantsNoSnippet(t *testing.T) {
	t.Parallel()
	search := func(query, then, now string) map[string]string {
		return map[string]string{"query": query, "cause": "snippet", "then": then, "now": now, "nowAt": "2", "rateThen": "0.124", "rateNow": "0.034", "lost": "20"}
	}
	named := []map[string]string{search("roofing near me", "15", "6"), search("roofing", "40", "2"), search("roofing cost", "40", "3"), search("roofing ideas", "9", "0")}
	row := map[string]any{"lost_by_rank": 0., "lost_by_snippet": 100.}
	addRates(row, named)
	for i, want := range []string{"map", "other", "", ""} {
		if got := named[i]["feature"]; got != want {
			t.Errorf("%s: %q, want %q", named[i]["query"], got, want)
		}
	}
	if row["has_feature"] != true || row["is_mostly_rest"] != false || named[0]["rates"] != "12% to 3.4%" {
		t.Errorf("%v, %q", row, named[0]["rates"])
	}
	if addRates(row, named[:2]); row["is_mostly_rest"] != true {
		t.Error("two searches with 40 of 100 lost clicks tell most of the loss")
	}
}
