package trial_test

import (
	"slices"
	"strings"
	"testing"

	"upslope/analytics/issues/rules"
	"upslope/analytics/trial"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/simulator/families"
	"upslope/simulator/warehouse"
)

// One of these shards is away: what is not limited to one account fails, "insert … select" included.
func TestShardedTablesGiveTheSameInsights(t *testing.T) {
	world, err := families.New("clinic", 300)
	if err != nil {
		t.Fatal(err)
	}
	find := func(db *clickhouse.DB) (found []string) {
		if err := warehouse.Load(t.Context(), db, world.Tables()); err != nil {
			t.Fatal(err)
		}
		if err := db.Exec(t.Context(), rules.Find(), world.ImportParameters()); err != nil {
			t.Fatal(err)
		}
		stored, err := trial.Find(t.Context(), db, trial.Site{Site: world.Site, Connections: world.Connections, Crawl: world.Crawl, Today: world.Today})
		if err != nil {
			t.Fatal(err)
		}
		for _, insight := range stored {
			found = append(found, insight.Title+"\n"+insight.Summary+"\n"+insight.Instructions)
		}
		return found
	}
	away, _ := clickhousetest.OneOfTwo(t)
	one, sharded := find(clickhousetest.Open(t)), find(away)
	if len(one) < 10 {
		t.Errorf("only %d insights to compare", len(one))
	}
	if !slices.Equal(one, sharded) {
		t.Errorf("one server gives\n\n%s\n\nand two shards\n\n%s", strings.Join(one, "\n\n"), strings.Join(sharded, "\n\n"))
	}
}
