package sync

import (
	"testing"

	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/postgres/postgrestest"
)

func TestMain(m *testing.M) { clickhousetest.Main(withPostgres{m}) }

// withPostgres runs the tests and stops the PostgreSQL they started.
type withPostgres struct{ m *testing.M }

func (w withPostgres) Run() int { return postgrestest.Main(w.m) }
