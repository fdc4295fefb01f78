package tables

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"upslope/analytics/analyticstest"
	"upslope/infra/clickhouse/clickhousetest"
)

// A cluster answers every case as one server does, also while a shard of other accounts is away. These need
// all shards: what IN takes from a materialized CTE is planned before the account is known.
func TestTablesOnACluster(t *testing.T) {
	t.Parallel()
	askAll := []string{"seo/cannibalization", "seo/internal-links", "ads/paid-organic-overlap"}
	failing, skipping := clickhousetest.OneOfTwo(t)
	checkTables(t, func(t *testing.T) *analyticstest.Site {
		t.Helper()
		name, _, _ := strings.Cut(strings.TrimPrefix(t.Name(), "TestTablesOnACluster/"), ".")
		db := failing
		if slices.Contains(askAll, name) {
			db = skipping
		}
		return &analyticstest.Site{DB: db, AccountID: uuid.NewString()}
	})
}
