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
