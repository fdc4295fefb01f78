package edge

import (
	"context"
	"testing"

	"upslope"
)

func TestAQueryThatWaitsTooLongIsTooMany(t *testing.T) {
	var all queries
	var release []func()
	for range queriesAtOnce {
		end, err := all.take(t.Context(), "ana")
		if err != nil {
			t.Fatal(err)
		}
		release = append(release, end)
	}
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := all.take(impatient, "ana"); upslope.CodeOf(err) != upslope.TooMany {
		t.Errorf("a ninth query: %v", err)
	}
	if end, err := all.take(t.Context(), "bo"); err != nil {
		t.Errorf("another account waits with it: %v", err)
	} else {
		end()
	}
	for _, end := range release {
		end()
		end() // twice is once
	}
	if len(all.of) != 0 {
		t.Errorf("%d accounts are remembered with nothing running", len(all.of))
	}
}
