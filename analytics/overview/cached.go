package overview

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"

	"upslope"
)

const (
	maxCached = 2_000
	// maxCachedAge bounds the staleness if a process ends between writing rows and counting that.
	maxCachedAge = 10 * time.Minute
	// maxComputeTime bounds figures that nobody waits for any more.
	maxComputeTime = time.Minute
)

// Cached keeps key figures until rows come for their account, or its connections change: what people do with
// opportunities, sites and reports ends none of them. It is safe for concurrent use.
type Cached struct {
	kpis    *KPIs
	reads   Reads
	figures *lru.Cache[question, answer]
	running singleflight.Group
}

// Reads tells when rows may have changed.
type Reads interface {
	// FactsReads counts how often rows were written for the account.
	FactsReads(ctx context.Context, accountID string) (int64, error)
}

type question struct {
	accountID string
	filter    upslope.TableFilter
}

type answer struct {
	madeOf string // reads and connections
	until  time.Time
	kpis   upslope.KPIs
}

// NewCached keeps the figures that kpis computes.
func NewCached(kpis *KPIs, reads Reads) (*Cached, error) {
	figures, err := lru.New[question, answer](maxCached)
	return &Cached{kpis: kpis, reads: reads, figures: figures}, err
}

// KPIs is KPIs.KPIs. Concurrent calls for the same figures compute them once, to the end even after ctx.
func (c *Cached) KPIs(ctx context.Context, accountID string, filter upslope.TableFilter) (upslope.KPIs, error) {
	madeOf, connections, err := c.source(ctx, accountID, filter.SiteID)
	if err != nil {
		return upslope.KPIs{}, err
	}
	about := question{accountID, filter}
	if known, ok := c.figures.Get(about); ok && known.madeOf == madeOf && time.Now().Before(known.until) {
		return known.kpis, nil
	}
	computing := c.running.DoChan(fmt.Sprint(about, madeOf), func() (any, error) {
		working, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxComputeTime)
		defer cancel()
		kpis, err := c.kpis.of(working, accountID, connections, filter)
		if err == nil {
			c.figures.Add(about, answer{madeOf, time.Now().Add(maxCachedAge), kpis})
		}
		return kpis, err
	})
	select {
	case done := <-computing:
		kpis, _ := done.Val.(upslope.KPIs)
		return kpis, done.Err
	case <-ctx.Done():
		return upslope.KPIs{}, ctx.Err()
	}
}

// source reads what figures are made of besides rows, and returns its hash, too. Rows are read later: the
// figures may be newer than the hash says, never older.
func (c *Cached) source(ctx context.Context, accountID, siteID string) (hash string, connections []upslope.Connection, err error) {
	var reads int64
	asking, ctx := errgroup.WithContext(ctx) // at once: the records can be far away
	asking.Go(func() (err error) {
		reads, err = c.reads.FactsReads(ctx, accountID)
		return err
	})
	asking.Go(func() (err error) {
		connections, err = c.kpis.Records.Connections(ctx, accountID, siteID)
		return err
	})
	if err := asking.Wait(); err != nil {
		return "", nil, err
	}
	encoded, err := json.Marshal(connections)
	sum := sha256.Sum256(encoded)
	return fmt.Sprintf("%d %x", reads, sum), connections, err
}
