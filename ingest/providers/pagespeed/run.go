package pagespeed

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"upslope/ingest/providers"
)

// workers is the number of parallel tests: Google throttles more for one site.
const workers = 4

// rests are the pauses after Google throttled a site: one minute, then three.
func rests() []time.Duration { return []time.Duration{time.Minute, 3 * time.Minute} }

// run tests the pages. An untestable page is skipped; a temporary failure is retried after a rest, with all
// pages of the same site. It fails only when no result exists or further tests are pointless.
func (s *Source) run(ctx context.Context, pending []test, ask func(context.Context, test) (*result, error)) ([]result, error) {
	var found []result
	var refused, temporary error
	all := len(pending)
	for pass, rests := 0, rests(); len(pending) > 0 && pass <= len(rests); pass++ {
		if pass > 0 {
			if err := s.wait(ctx, rests[pass-1]); err != nil {
				return nil, err
			}
		}
		// The last pass tests every page, whatever happened to the others.
		outcomes := round(ctx, pending, ask, pass < len(rests))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var remaining, failed []test
		for i, outcome := range outcomes {
			switch {
			case outcome.result != nil:
				found = append(found, *outcome.result)
			case outcome.err == nil:
				remaining = append(remaining, pending[i])
			case kind(outcome.err) == providers.Refused:
				refused = outcome.err
			case kind(outcome.err) == providers.Temporary:
				temporary = outcome.err
				failed = append(failed, pending[i])
			default: // the key or its quota: all other tests would fail too
				return nil, outcome.err
			}
		}
		pending = append(remaining, failed...) // retry failures last: the page may be at fault, not the site
	}
	switch {
	case len(found) > 0:
		return found, nil
	case temporary != nil:
		return nil, temporary
	default:
		return nil, providers.Errorf(providers.Refused, "None of the %d tests could be made. %s", all, refused)
	}
}

type outcome struct {
	result *result // nil with a nil err: not tried
	err    error
}

// round tries each test once. With resting, it skips a site after one of its pages failed temporarily.
func round(ctx context.Context, pending []test, ask func(context.Context, test) (*result, error), resting bool) []outcome {
	outcomes := make([]outcome, len(pending))
	next := make(chan int)
	var (
		mu      sync.Mutex
		tired   []string // sites
		stopped bool
		group   sync.WaitGroup
	)
	for range workers {
		group.Go(func() {
			for i := range next {
				mu.Lock()
				skip := stopped || resting && slices.Contains(tired, pending[i].origin)
				mu.Unlock()
				if skip {
					continue
				}
				result, err := ask(ctx, pending[i])
				outcomes[i] = outcome{result, err}
				if err == nil {
					continue
				}
				mu.Lock()
				switch kind(err) {
				case providers.Temporary:
					tired = append(tired, pending[i].origin)
				case providers.Refused:
				default:
					stopped = true
				}
				mu.Unlock()
			}
		})
	}
	for i := range pending {
		next <- i
	}
	close(next)
	group.Wait()
	return outcomes
}

// kind returns the kind of a provider's error, "" for other errors.
func kind(err error) providers.Kind {
	var providerError *providers.Error
	if errors.As(err, &providerError) {
		return providerError.Kind
	}
	return ""
}
