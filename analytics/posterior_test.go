package analytics

import (
	"math"
	"testing"

	"upslope/analytics/stats"
	"upslope/infra/clickhouse/clickhousetest"
)

func TestQueriesKnowTheProbabilityOfARate(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	g := groundOf(t, db)
	for _, c := range []struct{ below, a, b float64 }{
		{.02, 1, 99}, {.001, 1, 50}, {.5, 1, 1}, {.0117, 1.2, 464}, {.03, 25, 1_000}, {.02, 25, 1_000}, {.9, 300, 20}, {.999, 2, 3}, {.01, 1.01, 2_000_000},
		{.0117, 3, 400_000}, {0, 2, 3}, {1, 2, 3}, {.3, 30_000, 70_000}, {.301, 30_000, 70_000},
	} {
		sql := define(" asked as (select {below:Float64} as p, {a:Float64} as x, {b:Float64} as y) select beta_below(p, x, y) from asked")
		params := g.with(map[string]any{"below": c.below, "a": c.a, "b": c.b})
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
