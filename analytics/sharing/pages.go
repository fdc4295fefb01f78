package sharing

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"upslope"
)

var (
	//go:embed queries/open.sql
	openCopy string
	//go:embed queries/opens_at.sql
	opensAt string
	//go:embed queries/revision.sql
	revisionOfCopy string
)

const (
	// rememberedPages bounds the cache; × rememberedBytes is its worst case.
	rememberedPages = 256
	rememberedBytes = 256 << 10
	// unlocksAtOnce bounds the memory of password checks: 19 MB each.
	unlocksAtOnce = 2

	// looksEvery is the polling interval of the copy for an arriving link, asksForNews that of requests for
	// new changes.
	looksEvery  = 2 * time.Millisecond
	asksForNews = 100 * time.Millisecond
	// distrustEvery bounds how often damaged pages refetch the copy, in case the storage has them so.
	distrustEvery = time.Minute
)

// Copy is this machine's copy of the replica.
type Copy interface {
	Read(do func(db *sql.DB) error) error // sql.ErrNoRows while nothing has been replicated
	Change() uint64                       // differs after each change of the copy
	Position() uint64                     // its replication position
	SyncedAt() time.Time                  // when it was last known to be current; zero: never
	Poke()                                // requests changes now
	Distrust()                            // has the copy fetched again: it is damaged
}

// Pages opens links from this machine's disk and memory. It is safe for concurrent use.
type Pages struct {
	copy   Copy
	oldest time.Duration
	now    func() time.Time
	known  *lru.Cache[[32]byte, *known]
	unlock chan struct{}

	distrusted atomic.Int64 // when the copy was, in Unix seconds
}

// known is a link opened since the copy last changed.
type known struct {
	change  uint64
	expires time.Time
	page    upslope.ReportPage // without Gzip: password protected
	sealed  []byte             // of a protected link
}

// NewPages opens links of a copy that was current at most oldest ago.
func NewPages(copy Copy, oldest time.Duration, now func() time.Time) (*Pages, error) {
	remembered, err := lru.New[[32]byte, *known](rememberedPages)
	if err != nil {
		return nil, fmt.Errorf("make room for pages: %w", err)
	}
	return &Pages{copy: copy, oldest: oldest, now: now, known: remembered, unlock: make(chan struct{}, unlocksAtOnce)}, nil
}

// Arrived waits until the copy has a link's revision, or no longer has a revoked link.
func (p *Pages) Arrived(ctx context.Context, link upslope.StoredReport) error {
	var asked time.Time
	for {
		var revision int64
		err := p.copy.Read(func(db *sql.DB) error { return db.QueryRow(revisionOfCopy, link.TokenHash).Scan(&revision) })
		gone := errors.Is(err, sql.ErrNoRows)
		if link.RevokedAt == nil && err == nil && revision >= link.Revision || link.RevokedAt != nil && gone {
			return nil
		}
		if err != nil && !gone {
			return fmt.Errorf("look for a link: %w", err)
		}
		if time.Since(asked) > asksForNews {
			asked = time.Now()
			p.copy.Poke()
		}
		select {
		case <-ctx.Done():
			return ctx.Err() //nolint:wrapcheck // the caller's own
		case <-time.After(looksEvery):
		}
	}
}

// Reasons for a link not to open. Missing, expired and revoked are indistinguishable.
var (
	errNoPage   = upslope.Errorf(upslope.NotFound, "This report link does not work. It may have expired or been revoked.")
	errLocked   = upslope.Errorf(upslope.Unauthenticated, "This report has a password.")
	errPassword = upslope.Errorf(upslope.Unauthenticated, "Wrong password.")
	errDamaged  = upslope.Errorf(upslope.Unavailable, "This report is loading. Try again in a moment.")
	errStale    = upslope.Errorf(upslope.Unavailable, "This report is temporarily unavailable. Try again later.")
)

// Position returns the replication position and when it was last known to be current; zero: unknown.
func (p *Pages) Position() (position uint64, newest time.Time) {
	return p.copy.Position(), p.copy.SyncedAt()
}

// Ready returns nil once links can be opened.
func (p *Pages) Ready(context.Context) error {
	if err := p.fresh(p.now()); err != nil {
		return err
	}
	// No row: nothing was ever published.
	if err := p.copy.Read(func(*sql.DB) error { return nil }); !errors.Is(err, sql.ErrNoRows) {
		return err //nolint:wrapcheck // it says what is not there
	}
	return nil
}

func (p *Pages) fresh(now time.Time) error {
	if newest := p.copy.SyncedAt(); newest.IsZero() || now.Sub(newest) > p.oldest {
		return errStale
	}
	return nil
}

// Page opens a link under a domain of its account, or "" the product's. key is the result of Unlock, or "".
// NotFound; Unauthenticated without the right key; Unavailable if the copy is too old.
func (p *Pages) Page(host, token, key string) (upslope.ReportPage, error) {
	found, err := p.findAt(host, token)
	if err != nil || found.sealed == nil {
		return found.page, err
	}
	secret, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil || len(secret) != keyBytes {
		return upslope.ReportPage{}, errLocked
	}
	return found.open(token, secret, errLocked)
}

// Unlock opens a link by password and returns the key for later requests. A link without password accepts
// any.
func (p *Pages) Unlock(ctx context.Context, host, token, password string) (page upslope.ReportPage, key string, err error) {
	found, err := p.findAt(host, token)
	if err != nil || found.sealed == nil {
		return found.page, "", err
	}
	select {
	case p.unlock <- struct{}{}:
		defer func() { <-p.unlock }()
	case <-ctx.Done():
		return page, "", ctx.Err() //nolint:wrapcheck // the caller's own
	}
	secret := passwordKey(password, saltOf(found.sealed))
	page, err = found.open(token, secret, errPassword)
	return page, base64.RawURLEncoding.EncodeToString(secret), err
}

func (k *known) open(token string, secret []byte, otherwise error) (upslope.ReportPage, error) {
	packed, err := unseal(k.sealed, token, secret)
	if err != nil {
		return upslope.ReportPage{}, otherwise
	}
	page := k.page
	page.Gzip, page.Tag = packed, tagOf(packed)
	return page, nil
}

func tagOf(packed []byte) string {
	sum := sha256.Sum256(packed)
	return hex.EncodeToString(sum[:12])
}

var none = &known{}

// findAt returns the link of a token if it opens under a domain; "" is the product's.
func (p *Pages) findAt(host, token string) (*known, error) {
	found, err := p.find(token)
	if err != nil || host == "" {
		return found, err
	}
	var opens bool
	err = p.copy.Read(func(db *sql.DB) error { return db.QueryRow(opensAt, found.page.TokenHash[:], host).Scan(&opens) })
	switch {
	case err != nil:
		return none, fmt.Errorf("%w (look for the domains of a link: %w)", errStale, err)
	case !opens:
		return none, errNoPage
	}
	return found, nil
}

// find returns the link of a token from memory, or else from disk.
func (p *Pages) find(token string) (*known, error) {
	now := p.now()
	if err := p.fresh(now); err != nil {
		return none, err
	}
	hash := sha256.Sum256([]byte(token))
	change := p.copy.Change() // read first: a later change invalidates the entry
	if found, ok := p.known.Get(hash); ok && found.change == change {
		if !now.Before(found.expires) {
			return none, errNoPage
		}
		return found, nil
	}
	if !couldBeToken(token) {
		return none, errNoPage
	}
	found, err := p.read(token, hash, now)
	if err != nil {
		return none, err
	}
	found.change = change
	if len(found.page.Gzip)+len(found.sealed) <= rememberedBytes {
		p.known.Add(hash, found)
	}
	return found, nil
}

func (p *Pages) read(token string, hash [32]byte, now time.Time) (*known, error) {
	var body []byte
	var expires int64
	err := p.copy.Read(func(db *sql.DB) error { return db.QueryRow(openCopy, hash[:], now.Unix()).Scan(&body, &expires) })
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoPage
	}
	if err != nil {
		return nil, fmt.Errorf("%w (open a link: %w)", errStale, err)
	}
	found := &known{expires: time.Unix(expires, 0), page: upslope.ReportPage{TokenHash: hash}}
	if saltOf(body) != nil {
		if damagedLocked(body, token) {
			return nil, p.distrust(now, errSealed)
		}
		found.sealed = bytes.Clone(body)
		return found, nil
	}
	packed, err := unseal(body, token, nil)
	if err != nil {
		return nil, p.distrust(now, err)
	}
	found.page.Gzip, found.page.Tag = packed, tagOf(packed)
	return found, nil
}

// distrust has the copy fetched again after a page that its own token does not open.
func (p *Pages) distrust(now time.Time, cause error) error {
	last := p.distrusted.Load()
	if now.Sub(time.Unix(last, 0)) >= distrustEvery && p.distrusted.CompareAndSwap(last, now.Unix()) {
		p.copy.Distrust()
	}
	return fmt.Errorf("%w (open a link: %w)", errDamaged, cause)
}
