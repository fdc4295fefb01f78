package sync

import (
	"slices"
	"testing"
	"time"

	"upslope/ingest/providers"
)

// An insight quotes queries, and PostgreSQL would reject all of a site's insights for one NUL.
func TestTextsAreWrittenWithoutNUL(t *testing.T) {
	var memory buffer
	batch := providers.Batch{Day: time.Unix(0, 0), Columns: []providers.Column{{Name: "query", Values: []string{"a\x00b", "plain", "\x00"}}}}
	if err := memory.add(batch, 3, 10, 1); err != nil {
		t.Fatal(err)
	}
	if got := memory.columns[0].Interface().([]string); !slices.Equal(got, []string{"a\uFFFDb", "plain", "\uFFFD"}) {
		t.Errorf("got %q", got)
	}
}
