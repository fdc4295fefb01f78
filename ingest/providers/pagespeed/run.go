package pagespeed

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"upslope/ingest/providers"
)

// workers is how many pages are tested at a time: more of one site are what makes Google refuse it.
const workers = 4

// rests are how long a site is left alone that Google refused: a minute, then three.
func rests() []time.Duration { return []time.Duration{time.Minute, 3 * time.Minute} }

// run tests the pages. A page that cannot be tested costs nothing but itself; what may work later is tried again after a rest, and the
// pages of the same site with it. An error means that there is nothing, or that nobody should go on.
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
		// In the last pass every page is asked for, whatever happened to the one before.
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
			default: // the key, or its quota: the others would not fare better
				return nil, outcome.err
			}
		}
		pending = append(remaining, failed...) // what failed comes last: it may be the page, and not the site
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
	result *result // nil with a nil err: it was not tried
	err    error
}

// round tries each test once. With resting, a site is not tried any more in this round after one of its pages failed for now.
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

// kind is what can be done about an error, "" about one that is none of the provider.
func kind(err error) providers.Kind {
	var providerError *providers.Error
	if errors.As(err, &providerError) {
		return providerError.Kind
	}
	return ""
}
