package insights

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"golang.org/x/sync/errgroup"

	"upslope"
	"upslope/analytics/features"
	"upslope/analytics/scoring"
)

// detectorsAtOnce bounds the query memory of one recompute.
const detectorsAtOnce = 4

// Recompute runs a recompute job: it finds and ranks insights of the job's site and replaces the stored ones
// atomically. After an error the job can be retried.
func (e *Engine) Recompute(ctx context.Context, accountID, jobID string) error {
	job, err := e.store.StartJob(ctx, accountID, jobID, "Looking for opportunities.")
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // already done
	} else if err != nil {
		return fmt.Errorf("start job %s: %w", jobID, err)
	}
	crawl, err := e.store.CurrentCrawl(ctx, accountID, job.SiteID)
	if err != nil {
		return fmt.Errorf("find the current crawl of site %s: %w", job.SiteID, err)
	}
	known, err := e.store.Scales(ctx, accountID, job.SiteID)
	if err != nil {
		return fmt.Errorf("read the scales of site %s: %w", job.SiteID, err)
	}
	measures := scoring.NewScales(known, e.now())
	finds, ran, outcomes, err := e.findIn(ctx, accountID, job.SiteID, crawl, measures)
	if err != nil {
		return fmt.Errorf("recompute site %s: %w", job.SiteID, err)
	}
	decide := func(existing []upslope.StoredInsight) (upslope.InsightChanges, error) {
		if len(ran) == 0 {
			return upslope.InsightChanges{
				Message: "There is nothing to look at yet. Upload a crawl or connect a source first.", Crawl: crawl, Outcomes: outcomes,
			}, nil
		}
		withOutcomes(existing, outcomes)
		changes := reconcile(job.SiteID, existing, finds, lookedFor(ran), e.now())
		changes.Crawl, changes.Scales, changes.Outcomes = crawl, measures.Changes(), outcomes
		return changes, nil
	}
	if err := e.store.ReplaceInsights(ctx, accountID, job.SiteID, jobID, decide); err != nil {
		return fmt.Errorf("replace the insights of site %s: %w", job.SiteID, err)
	}
	return nil
}

// lookedFor returns a predicate: would these detectors have found the insight if it still existed?
func lookedFor(ran []*detector) func(upslope.Insight) bool {
	return func(insight upslope.Insight) bool {
		return slices.ContainsFunc(ran, func(d *detector) bool { return d.finds(insight) })
	}
}

// findIn reads the context, measures outcomes and runs the detectors. It also returns the detectors whose
// sources were available, and the changed outcomes.
func (e *Engine) findIn(ctx context.Context, accountID, siteID string, crawl *upslope.Crawl, measures *scoring.Scales) (finds []found, ran []*detector, outcomes []upslope.StoredOutcome, err error) {
	if crawl != nil {
		if err := e.ranker.Rank(ctx, accountID, siteID, crawl); err != nil {
			return nil, nil, nil, err
		}
	}
	ground, err := e.features.Read(ctx, accountID, siteID, crawl)
	if err != nil {
		return nil, nil, nil, err
	}
	outcomes, hits, err := e.Learn(ctx, accountID, siteID, ground)
	if err != nil {
		return nil, nil, nil, err
	}
	if ground.SearchedBrand != nil {
		if err := e.store.KeepBrand(ctx, accountID, siteID, *ground.SearchedBrand); err != nil {
			return nil, nil, nil, fmt.Errorf("keep what names the brand: %w", err)
		}
	}
	for _, detector := range e.detectors {
		if ground.CanRun(detector.Sources) {
			ran = append(ran, detector)
		}
	}
	finds, err = e.find(ctx, ran, ground, measures, hits)
	return finds, ran, outcomes, err
}

// find runs detectors and ranks their candidates, best first. One failure fails all: with some detectors
// missing, their insights would look gone.
func (e *Engine) find(ctx context.Context, detectors []*detector, ground *features.Context, measures *scoring.Scales, hits map[string]upslope.HitRate) ([]found, error) {
	perDetector := make([][]candidate, len(detectors))
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(detectorsAtOnce)
	for i, detector := range detectors {
		group.Go(func() (err error) {
			perDetector[i], err = e.candidates(groupCtx, detector, ground)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	candidates := mergeSameFixes(dropConflicts(slices.Concat(perDetector...)))
	for i := range candidates {
		candidates[i].learnFrom(hits)
	}
	if err := e.valueClicks(ctx, ground, candidates); err != nil {
		return nil, err
	}
	candidates = settle(candidates)
	if err := orderWork(candidates); err != nil {
		return nil, err
	}
	values := make([]scoring.Estimate, len(candidates))
	for i, c := range candidates {
		values[i] = scoring.Estimate{Value: c.value, Max: c.maxValue, Expected: c.expectedValue()}
	}
	measures.Fit(ground.SiteValue(), values)

	ranking := newRanking(measures, ground.SiteValue(), candidates)
	finds := make([]found, len(candidates))
	for i, candidate := range candidates {
		insight, err := candidate.insight(ranking, ground.Evidence(candidate.detector.Sources))
		if err != nil {
			return nil, fmt.Errorf("say what detector %s found: %w", candidate.detector.Type, err)
		}
		finds[i] = found{Insight: insight, expectedValue: candidate.expectedValue(), factsAt: ground.MeasuredAt(candidate.detector.Sources)}
	}
	slices.SortFunc(finds, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.expectedValue, a.expectedValue), cmp.Compare(identity(a.Insight), identity(b.Insight)))
	})
	return finds, nil
}

func (e *Engine) candidates(ctx context.Context, detector *detector, ground *features.Context) ([]candidate, error) {
	params := ground.With(detector.parameters(ground.Rules))
	if err := e.pickTargets(ctx, detector, params); err != nil {
		return nil, fmt.Errorf("run detector %s: %w", detector.Type, err)
	}
	if targets, picks := params["targets"].([]string); picks && len(targets) == 0 {
		return nil, nil // without targets the other columns are irrelevant
	}
	rows, err := e.candidateRows(ctx, detector, params)
	if err != nil {
		return nil, fmt.Errorf("run detector %s: %w", detector.Type, err)
	}
	var candidates []candidate
	trust := ground.Windows.Trust(detector.Sources)
	for _, row := range rows {
		candidate, err := detector.candidateOf(row)
		if err != nil {
			return nil, fmt.Errorf("run detector %s: %w", detector.Type, err)
		}
		candidate.crawlReach = ground.CrawlReach
		candidate.columns["main_host"] = ground.Params["main_host"]
		if candidate.probabilityReal >= detector.LeastProbability && !ground.Excludes(candidate.entity, candidate.valuedPage()) {
			candidate.probabilityReal *= trust
			candidates = append(candidates, candidate)
		}
	}
	return candidates, nil
}

// pickTargets adds the columns of targets.sql to the detector's parameters, each as a list.
func (e *Engine) pickTargets(ctx context.Context, detector *detector, params map[string]any) error {
	if detector.targetsSQL == "" {
		return nil
	}
	params["targets"] = []string{}
	rows, _, err := e.judgedRows(ctx, detector.targetsSQL, params, judges()[detector.name].targets)
	if err != nil {
		return fmt.Errorf("pick targets: %w", err)
	}
	lists := map[string]reflect.Value{}
	for _, row := range rows {
		for column, value := range row {
			if !lists[column].IsValid() {
				lists[column] = reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(value)), 0, len(rows))
			}
			lists[column] = reflect.Append(lists[column], reflect.ValueOf(value))
		}
	}
	for column, list := range lists {
		params[column] = list.Interface()
	}
	return nil
}

// valueClicks converts the values of candidates from clicks to money, if the value of a click is known.
func (e *Engine) valueClicks(ctx context.Context, ground *features.Context, candidates []candidate) error {
	var targets []features.ClickTarget
	for _, c := range candidates {
		if c.isInClicks() {
			targets = append(targets, features.ClickTarget{Page: c.valuedPage(), Query: c.entity.Query})
		}
	}
	if err := e.features.AddClickTargets(ctx, ground, targets); err != nil {
		return err
	}
	for i := range candidates {
		candidates[i].inMoney(ground.Clicks)
		candidates[i].leaveCrumb()
		candidates[i].leaveOutreach()
	}
	return nil
}
