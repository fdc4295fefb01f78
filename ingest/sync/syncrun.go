package sync

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/ingest/providers"
)

// workersPerConnection is the number of spans read in parallel: while one is written the others are fetched.
const workersPerConnection = 4

//go:embed queries/current_days.sql
var currentDaysSQL string

//go:embed queries/pages_to_test.sql
var pagesToTestSQL string

// visitDays is the window of visits that ranks pages by value.
const visitDays = 28

// errGone ends the reading of a connection its owner has removed.
var errGone = errors.New("the connection is gone")

// syncRun is one connection read by one job.
type syncRun struct {
	*Syncer
	site       upslope.Site
	connection upslope.Connection
	identity   identity
	runID      string
	provider   providers.Provider
	source     providers.Source
	access     providers.Access
	at         calendar
	tasks      []task // to do now
	older      []task // left for a backfill
	progress   *progress

	stopped atomic.Bool // one report failed, so the others stop

	mu          sync.Mutex
	damage      damage
	refused     map[string]string // optional report → reason it is skipped in this run
	days        int64             // days of reports made visible
	rows        int64
	visibleDays map[day]bool // the distinct days of those
	reportedAt  time.Time
}

// prepare determines the due days.
func (r *syncRun) prepare(ctx context.Context, kind string, connections []upslope.Connection) error {
	var err error
	if r.source, r.access, err = r.Connections.Open(ctx, r.site, r.connection); err != nil {
		return err
	}
	today := r.Today(r.zone())
	final, err := r.source.FinalDay(ctx, r.access, today)
	if err != nil {
		return err
	}
	r.at = calendar{today: dayOf(today), final: dayOf(final), on: dayOf(r.Today(zone(r.site.TimeZone))), history: r.BackfillDays}
	have, err := r.dayStatuses(ctx)
	if err != nil {
		return err
	}
	reports := r.source.Reports()
	lately, before := make([][]task, len(reports)), make([][]task, len(reports))
	account, err := r.Records.Account(ctx, r.site.AccountID)
	if err != nil {
		return fmt.Errorf("find account %s: %w", r.site.AccountID, err)
	}
	for i := range reports {
		if account.MayRead(reports[i].Table, r.Now()) != nil {
			continue // not part of the plan
		}
		newer, older := split(due(reports[i], have[reports[i].Table], r.at), r.at.today)
		lately[i], before[i] = tasks(&reports[i], newer), tasks(&reports[i], older)
	}
	r.tasks, r.older = interleave(lately), interleave(before)
	if r.provider.BackgroundOnly {
		r.tasks, r.older = nil, append(r.tasks, r.older...)
	}
	if kind == backfill {
		r.tasks, r.older = r.older, nil
	}
	if r.provider.Pages > 0 && len(r.tasks) > 0 {
		return r.choosePages(ctx, connections)
	}
	return nil
}

// dayStatuses returns the current days: report → day.
func (r *syncRun) dayStatuses(ctx context.Context) (map[string]map[day]dayStatus, error) {
	var rows []struct {
		Report string    `ch:"report"`
		Day    time.Time `ch:"day"`
		ReadOn time.Time `ch:"read_on"`
		Final  bool      `ch:"is_final"`
	}
	err := r.retryWhileUnavailable(ctx, func() error { return r.Facts.Select(ctx, &rows, currentDaysSQL, r.scope()) })
	if err != nil {
		return nil, fmt.Errorf("find what connection %s has read: %w", r.connection.ID, err)
	}
	have := map[string]map[day]dayStatus{}
	for _, row := range rows {
		if have[row.Report] == nil {
			have[row.Report] = map[day]dayStatus{}
		}
		have[row.Report][dayOf(row.Day)] = dayStatus{on: dayOf(row.ReadOn), final: row.Final}
	}
	return have, nil
}

// choosePages selects the pages to test: the home page while no others are known.
func (r *syncRun) choosePages(ctx context.Context, connections []upslope.Connection) error {
	ids := make([]string, len(connections))
	for i, connection := range connections {
		ids[i] = connection.ID
	}
	var rows []struct {
		Page string `ch:"page"`
	}
	err := r.Facts.Select(ctx, &rows, pagesToTestSQL, map[string]any{
		"account_id": r.site.AccountID, "sites": []string{r.site.ID}, "connections": ids,
		"from": (r.at.today - visitDays).time(), "to": r.at.today.time(), "most": uint32(r.provider.Pages),
	})
	if err != nil {
		return fmt.Errorf("choose the pages of site %s to test: %w", r.site.ID, err)
	}
	for _, row := range rows {
		r.access.Pages = append(r.access.Pages, row.Page)
	}
	if len(rows) == 0 {
		r.access.Pages = []string{r.access.Origin + "/"}
	}
	return nil
}

// scope returns the parameters of all queries about the connection.
func (r *syncRun) scope() map[string]any {
	return map[string]any{"account_id": r.site.AccountID, "site_id": r.site.ID, "connection_id": r.connection.ID}
}

// wanted returns the number of report days to read.
func (r *syncRun) wanted() (days int64) {
	for _, task := range r.tasks {
		days += task.days()
	}
	return days
}

// span returns the number of distinct days among them.
func (r *syncRun) span() int64 {
	days := map[day]bool{}
	for _, task := range r.tasks {
		for _, s := range task.spans {
			for d := s.from; d <= s.to; d++ {
				days[d] = true
			}
		}
	}
	return int64(len(days))
}

// progressInterval is the interval between progress reports of a run.
const progressInterval = 500 * time.Millisecond

// reportProgress counts days made visible, and ends the reading when its connection is deleted.
func (r *syncRun) reportProgress(ctx context.Context, reads []*dayRead) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, read := range reads {
		r.days++
		r.rows += int64(read.rows)
		r.visibleDays[read.day] = true
	}
	r.progress.add(ctx, r.connection, int64(len(reads)))
	now := r.Now()
	if now.Sub(r.reportedAt) < progressInterval {
		return nil
	}
	r.reportedAt = now
	live, err := r.Records.RunProgress(ctx, r.site.AccountID, r.runID, r.days, r.rows)
	if upslope.CodeOf(err) == upslope.NotFound || err == nil && !live {
		return errGone
	}
	if err != nil {
		return fmt.Errorf("tell how far run %s is: %w", r.runID, err)
	}
	return nil
}

// left reports whether days are left for a backfill.
func (r *syncRun) left() bool {
	for _, task := range r.older {
		if !r.isRefused(task.report) {
			return true
		}
	}
	return false
}

// zone returns the time zone of the connection's days.
func (r *syncRun) zone() *time.Location {
	return zone(cmp.Or(r.provider.TimeZone, r.connection.TimeZone, r.site.TimeZone))
}

// zone returns a time zone by name, or UTC for an invalid one; sites' names are validated.
func zone(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return location
}

func identityOf(connection upslope.Connection) (identity, error) {
	var of identity
	var errs [3]error
	of.account, errs[0] = uuid.Parse(connection.AccountID)
	of.site, errs[1] = uuid.Parse(connection.SiteID)
	of.connection, errs[2] = uuid.Parse(connection.ID)
	return of, errors.Join(errs[:]...)
}
