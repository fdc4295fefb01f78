package middleware

import (
	"context"
	"testing"

	"upslope"
)

func TestAQueryThatWaitsTooLongIsRefused(t *testing.T) {
	var queries Queries
	var release []func()
	for range maxQueries {
		free, err := queries.take(t.Context(), "ana")
		if err != nil {
			t.Fatal(err)
		}
		release = append(release, free)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := queries.take(canceled, "ana"); upslope.CodeOf(err) != upslope.TooMany {
		t.Errorf("a ninth query: %v", err)
	}
	if free, err := queries.take(t.Context(), "bo"); err != nil {
		t.Errorf("another account waits with it: %v", err)
	} else {
		free()
	}
	for _, free := range release {
		free()
		free() // frees only once
	}
	if len(queries.byAccount) != 0 {
		t.Errorf("%d accounts are remembered with nothing running", len(queries.byAccount))
	}
}
