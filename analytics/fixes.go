package analytics

import (
	"context"

	"upslope"
)

// Fixes answers what of an insight is ready to paste or to upload elsewhere; a ticket always.
func (e *Engine) Fixes(ctx context.Context, accountID string, insight upslope.Insight) ([]upslope.Fix, error) {
	return nil, upslope.Errorf(upslope.Unavailable, "This is being built.")
}
