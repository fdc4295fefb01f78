// Package analyticstest provides facts and records for the tests of analytics: sites with rows of crawls and
// providers in ClickHouse, and an in-memory store of one site. Only tests import it.
package analyticstest

import (
	"testing"

	"github.com/google/uuid"

	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

// Site is a test's site in ClickHouse: its account and its database.
type Site struct {
	*clickhouse.DB
	AccountID string
}

// Open gives a test its own database.
func Open(t testing.TB) *Site {
	t.Helper()
	return &Site{clickhousetest.Open(t), AccountID}
}

// OpenShared gives a test its own account in the database shared by the test binary. Site and import IDs are
// the same in every account, so a query that omits the account reads the rows of other tests.
func OpenShared(t testing.TB) *Site {
	t.Helper()
	return &Site{clickhousetest.Shared(t), uuid.NewString()}
}

// Connections returns a connection to every provider.
func (s *Site) Connections() Connected {
	all := AllConnections()
	for i := range all {
		all[i].AccountID = s.AccountID
	}
	return all
}
