package overview

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope"
)

const (
	// dailyTable has the figures of the charts.
	dailyTable = "kpis/daily"
	// maxPreparing is how long figures may take that nobody has asked for.
	maxPreparing = 20 * time.Second
)

// Preparer computes the figures of Overviews before they are asked for, into the caches of both.
type Preparer struct {
	KPIs   *Cached
	Tables interface {
		Table(ctx context.Context, accountID, name string, filter upslope.TableFilter) (upslope.Table, error)
	}
	Log *slog.Logger
}

// Prepare computes the key figures of a site and their days as the Overview first shows them, also after the
// end of ctx. It returns at once.
func (p *Preparer) Prepare(ctx context.Context, accountID, siteID string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxPreparing)
	preparing, ctx := errgroup.WithContext(ctx)
	preparing.Go(func() error {
		_, err := p.KPIs.KPIs(ctx, accountID, upslope.TableFilter{SiteID: siteID})
		return err
	})
	preparing.Go(func() error {
		days := upslope.TableFilter{SiteID: siteID, Compare: upslope.ComparePrevious, Limit: 1}
		_, err := p.Tables.Table(ctx, accountID, dailyTable, days)
		return err
	})
	go func() {
		defer cancel()
		if err := preparing.Wait(); err != nil {
			p.Log.Warn("the figures of an Overview were not prepared", "account", accountID, "site", siteID, "error", err)
		}
	}()
}
