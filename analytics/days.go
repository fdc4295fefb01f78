package analytics

import (
	"context"

	"upslope"
)

// Days answers how what an insight is about did, day by day.
func (e *Engine) Days(ctx context.Context, accountID string, insight upslope.Insight) (upslope.InsightDays, error) {
	return upslope.InsightDays{}, upslope.Errorf(upslope.Unavailable, "This is being built.")
}
