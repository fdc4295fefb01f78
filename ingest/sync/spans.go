package sync

import (
	"context"
	_ "embed"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"upslope/ingest/providers"
)

// work runs the tasks. When one fails, the others stop, and complete days become visible.
func (r *syncRun) work(ctx context.Context) error {
	queue := make(chan task, len(r.tasks))
	for _, task := range r.tasks {
		queue <- task
	}
	close(queue)
	var workers errgroup.Group
	for range min(workersPerConnection, len(r.tasks)) {
		workers.Go(func() error {
			for task := range queue {
				if err := r.do(ctx, task); err != nil {
					r.stopped.Store(true)
					return err
				}
			}
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return err
	}
	return r.damage.failure(r.days)
}

// maxLostTries bounds the reads of days whose rows ClickHouse accepted but did not store.
const maxLostTries = 3

// do reads the spans of a task. ClickHouse may lose rows when killed between storing an insert's token and
// its rows; the repeated insert then adds nothing. Such days are read again under new tokens.
func (r *syncRun) do(ctx context.Context, task task) error {
	for try := 1; ; try++ {
		visible, err := r.readSpans(ctx, &task)
		if !errors.Is(err, errLost) || try == maxLostTries {
			return err
		}
		r.Log.WarnContext(ctx, "rows were lost and are read again", "connection", r.connection.ID, "error", err)
		task.spans = task.spans[visible:]
	}
}

// readSpans reads the spans of a task and returns the number completed. It skips invalid days.
func (r *syncRun) readSpans(ctx context.Context, task *task) (done int, err error) {
	w := &writer{syncRun: r, report: task.report}
	defer w.drop()
	for i := 0; i < len(task.spans); i++ {
		s := task.spans[i]
		if r.stopped.Load() || r.isRefused(task.report) || r.hasTooMuchDamage(task.report) {
			break
		}
		err := w.read(ctx, s)
		if refused, ok := errors.AsType[*providers.Error](err); ok && task.report.Optional && isOfReport(refused) && ctx.Err() == nil {
			r.refuse(task.report, refused)
			break
		}
		switch {
		case err == nil:
			r.clearDamage(task.report)
		case isDamagedAnswer(ctx, err) && s.days() > 1:
			task.spans = slices.Replace(task.spans, i, i+1, s.halves()...)
			i--
		case isDamagedAnswer(ctx, err):
			r.noteDamage(task, s.from, err)
			w.spans++
		default:
			return w.visible, errors.Join(err, w.commit(ctx))
		}
	}
	err = w.commit(ctx)
	return w.visible, err
}

// isOfReport reports whether a failure may be specific to one report: then the other reports must decide.
func isOfReport(failure *providers.Error) bool {
	return failure.Kind == providers.Refused || failure.Kind == providers.Denied || failure.Kind == providers.Temporary
}

func (r *syncRun) isRefused(report *providers.Report) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.refused[report.Table] != ""
}

func (r *syncRun) refuse(report *providers.Report, why *providers.Error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refused == nil {
		r.refused = map[string]string{}
	}
	r.refused[report.Table] = why.Message
}
