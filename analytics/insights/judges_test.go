package insights

import (
	"context"
	"testing"
)

// shows answers detector.sql with candidates that show one page more than the one before, up to three, and
// examples.sql with the key of each page.
type shows struct {
	t          *testing.T
	candidates int
	asked      int
}

func (s *shows) Query(_ context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	if sql == "detector" {
		for i := range s.candidates {
			keys := []uint64{}
			for page := range i % 4 {
				keys = append(keys, uint64(4*i+page))
			}
			if err := each([]string{"number", "shown_keys"}, []any{uint64(i), keys}); err != nil {
				return err
			}
		}
		return nil
	}
	s.asked++
	keys, of := params["shown_keys"].([]uint64), params["shown_of"].([]uint64)
	if len(keys) != len(of) || len(keys) > 3*candidatesAtOnce {
		s.t.Errorf("%d keys of %d candidates", len(keys), len(of))
	}
	last := map[uint64]uint64{}
	for i, key := range keys {
		last[of[i]] = key
	}
	for candidate, key := range last {
		if err := each([]string{"candidate", "example"}, []any{candidate, key}); err != nil {
			return err
		}
	}
	return nil
}

func TestEachOfManyCandidatesGetsItsOwnExamples(t *testing.T) {
	t.Parallel()
	facts := &shows{t: t, candidates: 2*candidatesAtOnce + 7}
	engine := &Engine{facts: facts}
	rows, err := engine.candidateRows(t.Context(), &detector{candidatesSQL: "detector", examplesSQL: "examples"}, map[string]any{})
	if err != nil || len(rows) != facts.candidates || facts.asked != 3 {
		t.Fatal(len(rows), facts.asked, err)
	}
	for i, row := range rows {
		want := any(uint64(4*i + i%4 - 1))
		if i%4 == 0 {
			want = nil // it shows no page
		}
		if row["example"] != want || row["number"] != uint64(i) || row["shown_keys"] != nil {
			t.Errorf("candidate %d: %v, want %v", i, row, want)
		}
	}
}
