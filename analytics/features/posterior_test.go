package features

import (
	"math"
	"testing"

	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/stats"
)

func TestQueriesKnowTheProbabilityOfARate(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	g := groundOf(t, db)
	for _, c := range []struct{ below, a, b float64 }{
		{.02, 1, 99}, {.001, 1, 50}, {.5, 1, 1}, {.0117, 1.2, 464}, {.03, 25, 1_000}, {.02, 25, 1_000}, {.9, 300, 20}, {.999, 2, 3}, {.01, 1.01, 2_000_000},
		{.0117, 3, 400_000}, {0, 2, 3}, {1, 2, 3}, {.3, 30_000, 70_000}, {.301, 30_000, 70_000},
	} {
		sql := facts.Given().Must("-- uses: beta_below\nselect beta_below(p, x, y) from (select {below:Float64} as p, {a:Float64} as x, {b:Float64} as y)")
		params := g.With(map[string]any{"below": c.below, "a": c.a, "b": c.b})
		err := db.Query(t.Context(), sql, params, func(_ []string, values []any) error {
			if want := stats.BetaCDF(c.below, c.a, c.b); math.Abs(values[0].(float64)-want) > .001 {
				t.Errorf("%+v: %v, want %v", c, values[0], want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

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
