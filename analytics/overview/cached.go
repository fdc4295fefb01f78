package overview

import (
	"context"
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"upslope"
)

const (
	maxCached = 2_000
	// maxCachedAge bounds the staleness if a process ends between writing rows and raising the version.
	maxCachedAge = 10 * time.Minute
	// maxComputeTime bounds figures that nobody waits for any more.
	maxComputeTime = time.Minute
)

// Cached keeps key figures until the facts version of their account rises. It is safe for concurrent use.
type Cached struct {
	kpis     *KPIs
	versions Versions
	figures  *lru.Cache[question, answer]
	running  singleflight.Group
}

// Versions tells when figures may have changed.
type Versions interface {
	// FactsVersion changes with anything of the account, and when rows of a provider were written.
	FactsVersion(ctx context.Context, accountID string) (string, error)
}

type question struct {
	accountID string
	filter    upslope.TableFilter
}

type answer struct {
	version string
	until   time.Time
	kpis    upslope.KPIs
}

// NewCached keeps the figures that kpis computes.
func NewCached(kpis *KPIs, versions Versions) (*Cached, error) {
	figures, err := lru.New[question, answer](maxCached)
	return &Cached{kpis: kpis, versions: versions, figures: figures}, err
}

// KPIs is KPIs.KPIs. Concurrent calls for the same figures compute them once, to the end even after ctx.
func (c *Cached) KPIs(ctx context.Context, accountID string, filter upslope.TableFilter) (upslope.KPIs, error) {
	// Read first: the figures may then be newer than their version, never older.
	version, err := c.versions.FactsVersion(ctx, accountID)
	if err != nil {
		return upslope.KPIs{}, err
	}
	about := question{accountID, filter}
	if known, ok := c.figures.Get(about); ok && known.version == version && time.Now().Before(known.until) {
		return known.kpis, nil
	}
	computing := c.running.DoChan(fmt.Sprint(about, version), func() (any, error) {
		working, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxComputeTime)
		defer cancel()
		kpis, err := c.kpis.KPIs(working, accountID, filter)
		if err == nil {
			c.figures.Add(about, answer{version, time.Now().Add(maxCachedAge), kpis})
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
