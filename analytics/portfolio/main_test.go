package portfolio

import (
	"os"
	"testing"

	"upslope/infra/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }
