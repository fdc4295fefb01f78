package features

import (
	"testing"

	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
)

func TestQueriesTellAShareFromNoneAndFromAllOfWhatItIsAPartOf(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	g := groundOf(t, db)
	for _, c := range []struct{ part, digits, want float64 }{
		{0, 0, 0}, {.0002, 0, .02}, {.0002, 1, .02}, {.006, 0, 1}, {.544, 0, 54}, {.994, 0, 99}, {.995, 0, 99.5}, {.005, 0, .5}, {.9998, 0, 99.98}, {.9998, 1, 99.98}, {1, 0, 100}, {1 - 1e-15, 0, 100}, {1.25, 0, 125},
	} {
		sql := facts.Given().Must("-- uses: percent_of\nselect percent_of(p, d) from (select {part:Float64} as p, {digits:UInt8} as d)")
		err := db.Query(t.Context(), sql, g.With(map[string]any{"part": c.part, "digits": uint8(c.digits)}), func(_ []string, values []any) error {
			if values[0] != c.want {
				t.Errorf("%v with %v digits: %v, want %v", c.part, c.digits, values[0], c.want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
