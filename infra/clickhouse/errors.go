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

// Temporary errors of the engine.
const (
	codeTooManyQueries = 202
	codeAborted        = 236
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
