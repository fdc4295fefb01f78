package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"

	"github.com/ClickHouse/clickhouse-go/v2"

	"upslope"
)

// Errors of the engine that pass by themselves.
const (
	codeTooManyQueries = 202
	codeAborted        = 236
	codeCancelled      = 394 // not by the caller: the engine is stopping
)

// explain gives an outage the code upslope.Unavailable and keeps the cause for the log. An error of the SQL stays a
// *clickhouse.Exception, a cancelled call the context's error.
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
		return exception.Code == codeTooManyQueries || exception.Code == codeAborted || exception.Code == codeCancelled
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
