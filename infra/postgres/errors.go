package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"upslope"
)

// PostgreSQL's error codes in use here.
const (
	queryCanceled        = "57014"
	outOfResources       = "53" // connections, memory or disk
	uniqueViolation      = "23505"
	foreignKeyViolation  = "23503"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// unavailable returns an Unavailable Error with its cause.
func unavailable(cause error) error {
	return fmt.Errorf("%w (%w)", upslope.Errorf(upslope.Unavailable,
		"The database is unavailable right now. Try again in a moment."), cause)
}

// explain turns failures caused by the server's state into Unavailable Errors, and returns others unchanged.
func (db *DB) explain(ctx context.Context, conn *pgx.Conn, err error) error {
	switch {
	case err == nil, errors.Is(ctx.Err(), context.Canceled):
		return err
	case hasCode(err, foreignKeyViolation):
		return fmt.Errorf("%w (%w)", upslope.Errorf(upslope.NotFound, "What this belongs to does not exist any more."), err)
	case errors.Is(err, context.DeadlineExceeded):
		db.unanswered.Store(time.Now().UnixNano()) // what is idle now is pinged before it is used
		return unavailable(err)
	case hasCode(err, queryCanceled):
		return unavailable(err)
	case goingAway(err), conn.IsClosed() && upslope.CodeOf(err) == upslope.Internal:
		// The other idle connections are most likely dead too; without a reset each would fail once.
		db.pool.Reset()
		return unavailable(err)
	}
	return err
}

// goingAway reports whether the server itself refuses to work: starting, stopping, crashed or full.
func goingAway(err error) bool {
	var problem *pgconn.PgError
	if !errors.As(err, &problem) {
		return false
	}
	return strings.HasPrefix(problem.Code, "57P") || strings.HasPrefix(problem.Code, "08") || strings.HasPrefix(problem.Code, outOfResources)
}

func hasCode(err error, codes ...string) bool {
	var problem *pgconn.PgError
	if !errors.As(err, &problem) {
		return false
	}
	return slices.Contains(codes, problem.Code)
}

// violates reports whether err is a violation of the named unique constraint or index.
func violates(err error, constraint string) bool {
	var problem *pgconn.PgError
	return errors.As(err, &problem) && problem.Code == uniqueViolation && problem.ConstraintName == constraint
}
