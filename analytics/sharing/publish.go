package sharing

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"upslope"
)

//go:embed queries/schema.sql
var Schema string

var (
	//go:embed queries/put.sql
	putCopy string
	//go:embed queries/delete.sql
	deleteCopy string
	//go:embed queries/put_host.sql
	putHost string
	//go:embed queries/delete_hosts.sql
	deleteHosts string
	//go:embed queries/all.sql
	allCopies string
)

const (
	// deletedAfter is how long an expired link can still be extended. Together with the retention of the
	// replica's storage, its page is gone everywhere within a day.
	deletedAfter = 6 * time.Hour
	// copiedAtOnce is the number of links per change of the replica.
	copiedAtOnce = 50
	// tryAgain is the pause after an error.
	tryAgain = 2 * time.Second
)

// Source is the data that the replica mirrors.
type Source interface {
	// Lead calls do while this process is the publisher; wait returns after a change of a link, and at least
	// once a minute.
	LeadReports(ctx context.Context, do func(ctx context.Context, wait func(context.Context) error) error) error
	// WaitingReports returns links whose copies are out of date; without a Body, the copy must be deleted.
	WaitingReports(ctx context.Context, most int) ([]upslope.StoredReport, error)
	PublishedReports(ctx context.Context, copied []upslope.StoredReport, position uint64) error
	WithdrawnReports(ctx context.Context, most int) (tokenHashes [][]byte, err error) // deleted links
	ForgetWithdrawn(ctx context.Context, tokenHashes [][]byte) error
	ExpireReports(ctx context.Context, before time.Time) error
	CopiedReports(ctx context.Context) (revisions map[[32]byte]int64, err error) // expected, by token hash
	PublishAgain(ctx context.Context, tokenHashes [][]byte) error
}

// Replica is the database that edges follow. It has one writer at a time.
type Replica interface {
	// Write returns once the storage has the change, with its replication position.
	Write(ctx context.Context, do func(tx *sql.Tx) error) (position uint64, err error)
	Read(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	Close(ctx context.Context) error
}

// Publisher mirrors its source to the replica.
type Publisher struct {
	Source Source
	Open   func(ctx context.Context) (Replica, error) // afresh: another process may have written since
	Poke   func(position uint64)                      // notifies edges of a change
	Now    func() time.Time
	Log    *slog.Logger
}

// Run publishes until ctx ends.
func (p *Publisher) Run(ctx context.Context) error {
	for said := ""; ; {
		err := p.Source.LeadReports(ctx, p.lead)
		if ctx.Err() != nil {
			return ctx.Err() //nolint:wrapcheck // the caller's own
		}
		if text := fmt.Sprint(err); text != said { // log an outage once
			p.Log.WarnContext(ctx, "reports are not published; trying again", "error", err)
			said = text
		}
		select {
		case <-ctx.Done():
		case <-time.After(tryAgain):
		}
	}
}

// lead publishes until an error. The next leader resumes: the source knows what is missing.
func (p *Publisher) lead(ctx context.Context, wait func(context.Context) error) (err error) {
	replica, err := p.Open(ctx)
	if err != nil {
		return fmt.Errorf("open the replica of reports: %w", err)
	}
	defer func() { err = errors.Join(err, replica.Close(context.WithoutCancel(ctx))) }()
	if err := p.compare(ctx, replica); err != nil {
		return err
	}
	for {
		for more := true; more; {
			if more, err = p.publish(ctx, replica); err != nil {
				return err
			}
		}
		if err := p.Source.ExpireReports(ctx, p.Now().Add(-deletedAfter)); err != nil {
			return fmt.Errorf("delete what expired: %w", err)
		}
		if err := wait(ctx); err != nil {
			return err //nolint:wrapcheck // it says what it waits for
		}
	}
}

// publish copies a batch of changes and reports whether there was one.
func (p *Publisher) publish(ctx context.Context, replica Replica) (more bool, err error) {
	waiting, err := p.Source.WaitingReports(ctx, copiedAtOnce)
	if err != nil {
		return false, fmt.Errorf("read what to publish: %w", err)
	}
	withdrawn, err := p.Source.WithdrawnReports(ctx, copiedAtOnce)
	if err != nil {
		return false, fmt.Errorf("read what to withdraw: %w", err)
	}
	if len(waiting)+len(withdrawn) == 0 {
		return false, nil
	}
	position, err := replica.Write(ctx, func(tx *sql.Tx) error { return change(ctx, tx, waiting, withdrawn) })
	if err != nil {
		return false, fmt.Errorf("write the replica of reports: %w", err)
	}
	p.Poke(position)
	if err := p.Source.PublishedReports(ctx, waiting, position); err != nil {
		return false, fmt.Errorf("note what is published: %w", err)
	}
	if err := p.Source.ForgetWithdrawn(ctx, withdrawn); err != nil {
		return false, fmt.Errorf("note what is withdrawn: %w", err)
	}
	return true, nil
}

func change(ctx context.Context, tx *sql.Tx, waiting []upslope.StoredReport, withdrawn [][]byte) error {
	for _, link := range waiting {
		if link.Body == nil {
			withdrawn = append(withdrawn, link.TokenHash)
		} else if err := put(ctx, tx, link); err != nil {
			return err
		}
	}
	for _, hash := range withdrawn {
		for _, statement := range []string{deleteCopy, deleteHosts} {
			if _, err := tx.ExecContext(ctx, statement, hash); err != nil {
				return fmt.Errorf("withdraw a link: %w", err)
			}
		}
	}
	return nil
}

// put copies a link with the domains that it opens under.
func put(ctx context.Context, tx *sql.Tx, link upslope.StoredReport) error {
	_, err := tx.ExecContext(ctx, putCopy, link.TokenHash, link.Revision, link.ExpiresAt.Unix(), link.Body)
	if err == nil {
		_, err = tx.ExecContext(ctx, deleteHosts, link.TokenHash)
	}
	for _, host := range link.Hosts {
		if err == nil {
			_, err = tx.ExecContext(ctx, putHost, link.TokenHash, host)
		}
	}
	if err != nil {
		return fmt.Errorf("copy a link: %w", err)
	}
	return nil
}

// compare repairs a replica whose storage was replaced or restored to an earlier state.
func (p *Publisher) compare(ctx context.Context, replica Replica) error {
	expected, err := p.Source.CopiedReports(ctx)
	if err != nil {
		return fmt.Errorf("read which links there are: %w", err)
	}
	rows, err := replica.Read(ctx, allCopies)
	if err != nil {
		return fmt.Errorf("read the replica of reports: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var extra [][]byte
	for rows.Next() {
		var hash []byte
		var revision int64
		if err := rows.Scan(&hash, &revision); err != nil {
			return fmt.Errorf("read the replica of reports: %w", err)
		}
		key := [32]byte(hash)
		switch published, known := expected[key]; {
		case !known:
			extra = append(extra, hash)
		case revision >= published: // a newer one was written, but not yet recorded
			delete(expected, key)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("read the replica of reports: %w", err)
	}
	if len(expected) > 0 {
		missing := make([][]byte, 0, len(expected))
		for hash := range expected {
			missing = append(missing, hash[:])
		}
		if err := p.Source.PublishAgain(ctx, missing); err != nil {
			return fmt.Errorf("have lost copies made again: %w", err)
		}
	}
	// Write even without changes: a new replica gets its schema.
	position, err := replica.Write(ctx, func(tx *sql.Tx) error { return change(ctx, tx, nil, extra) })
	if err != nil {
		return fmt.Errorf("write the replica of reports: %w", err)
	}
	p.Poke(position)
	return nil
}

// Published lists the token hashes of all pages in a copy of the replica.
func Published(copy Copy) (hashes [][32]byte, err error) {
	err = copy.Read(func(db *sql.DB) error {
		rows, err := db.Query(allCopies)
		if err != nil {
			return err //nolint:wrapcheck // below
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var hash []byte
			var revision int64
			if err := rows.Scan(&hash, &revision); err != nil {
				return err //nolint:wrapcheck // below
			}
			hashes = append(hashes, [32]byte(hash))
		}
		return rows.Err() //nolint:wrapcheck // below
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) { // nothing was ever published
		return nil, fmt.Errorf("read the copy of reports: %w", err)
	}
	return hashes, nil
}
