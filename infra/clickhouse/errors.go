package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/ClickHouse/clickhouse-go/v2"

	"upslope"
)

// Temporary errors of the engine.
const (
	codeTooManyQueries = 202
	codeNotEnoughSpace = 243
	codeAborted        = 236
	codeCannotWrite    = 75 // to a file
	codeCorruptedData  = 246
	codeCancelled      = 394 // by shutdown, not by the caller
)

// explain gives outages the code upslope.Unavailable with their cause. SQL errors stay *clickhouse.Exception,
// and canceled calls return the context's error.
func explain(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%w (%w)", ctx.Err(), err)
	case unavailable(err):
		return fmt.Errorf("%w (%w)", upslope.Errorf(upslope.Unavailable, "The analysis database is not available right now. Try again in a moment."), err)
	default:
		return err
	}
}

func unavailable(err error) bool {
	if exception, ok := errors.AsType[*clickhouse.Exception](err); ok {
		return slices.Contains([]int32{codeTooManyQueries, codeNotEnoughSpace, codeAborted, codeCancelled}, exception.Code) || diskFull(exception) || torn(exception)
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	for _, broken := range []error{
		clickhouse.ErrAcquireConnTimeout, clickhouse.ErrConnectionClosed, clickhouse.ErrServerUnexpectedData,
		io.EOF, io.ErrUnexpectedEOF, syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE,
	} {
		if errors.Is(err, broken) {
			return true
		}
	}
	return false
}

// diskFull reports whether a statement failed because a file could not grow.
func diskFull(exception *clickhouse.Exception) bool {
	return exception.Code == codeCannotWrite && strings.Contains(exception.Message, "No space left on device") ||
		strings.Contains(exception.Message, "errno: 28, strerror: No space left on device")
}

// torn reports whether a statement met a part that a full disk left empty; a restart drops it when embedded.
func torn(exception *clickhouse.Exception) bool {
	return exception.Code == codeCorruptedData && strings.HasPrefix(exception.Message, "Empty marks file")
}
