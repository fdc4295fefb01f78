// Package analyticstest gives the tests of analytics their facts and records: sites with rows of crawls and providers in
// ClickHouse, and a store of one site. Only tests import it.
package analyticstest

import (
	"testing"

	"github.com/google/uuid"

	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

// Site is where the facts of a test's site lie: its account in a database.
type Site struct {
	*clickhouse.DB
	AccountID string
}

// Open gives a test a database of its own.
func Open(t testing.TB) *Site {
	t.Helper()
	return &Site{clickhousetest.Open(t), AccountID}
}

// OpenShared gives a test an account of its own in the database that the tests of a binary share. Its sites and imports have
// the same ids as those of the others: a query that forgets the account sees their rows.
func OpenShared(t testing.TB) *Site {
	t.Helper()
	return &Site{clickhousetest.Shared(t), uuid.NewString()}
}

// Connections are those of the site, which is connected to everything.
func (s *Site) Connections() Connected {
	all := AllConnections()
	for i := range all {
		all[i].AccountID = s.AccountID
	}
	return all
}
