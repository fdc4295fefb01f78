package outcomes_test

import (
	"testing"

	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/postgres/postgrestest"
)

func TestMain(m *testing.M) { clickhousetest.Main(withRecords{m}) }

// withRecords gives the tests a PostgreSQL server too, once one asks for it.
type withRecords struct{ *testing.M }

func (m withRecords) Run() int { return postgrestest.Main(m.M) }
