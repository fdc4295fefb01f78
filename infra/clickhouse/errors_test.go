package clickhouse

import (
	"testing"

	"github.com/ClickHouse/clickhouse-go/v2"

	"upslope"
)

func TestWhatAFullDiskBreaksIsAnOutage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code    int32
		message string
		want    upslope.Code
	}{
		{codeNotEnoughSpace, "Cannot reserve 1.00 MiB, not enough space", upslope.Unavailable},
		{codeCannotWrite, "Cannot write to file: No space left on device", upslope.Unavailable},
		{codeCannotWrite, "Cannot write to file: Permission denied", upslope.Internal},
		{codeCorruptedData, "Empty marks file '/data/store/abc/all_1_91_17_88/data.cmrk4': 0, must be: 496", upslope.Unavailable},
		{codeCorruptedData, "Unknown codec family code: 17", upslope.Internal},
	} {
		err := explain(t.Context(), &clickhouse.Exception{Code: c.code, Message: c.message})
		if got := upslope.CodeOf(err); got != c.want {
			t.Errorf("%d %s: got %v, want %v", c.code, c.message, got, c.want)
		}
	}
}
