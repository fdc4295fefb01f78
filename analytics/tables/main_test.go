package tables

import (
	"testing"

	"upslope/infra/clickhouse/clickhousetest"
)

func TestMain(m *testing.M) { clickhousetest.Main(m) }
