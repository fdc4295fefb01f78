package edge_test

import (
	"context"

	"upslope"
)

// noTrackers stands in for the issue trackers of accounts: there are none.
type noTrackers struct{}

func (noTrackers) Trackers(context.Context, string) ([]upslope.Tracker, error) { return nil, nil }

func (noTrackers) Add(_ context.Context, tracker upslope.Tracker, _ string) (upslope.Tracker, int64, error) {
	return tracker, 23, tracker.Clean(false)
}

func (noTrackers) Delete(context.Context, string, string) (int64, error) {
	return 0, missing("tracker")
}

func (noTrackers) Issues(context.Context, string, string) ([]upslope.TrackerIssue, error) {
	return nil, nil
}

func (noTrackers) Create(context.Context, string, string, upslope.Insight, string) (upslope.TrackerIssue, int64, error) {
	return upslope.TrackerIssue{}, 0, missing("tracker")
}

// noWebhooks stands in for the webhooks of accounts: there are none.
type noWebhooks struct{}

func (noWebhooks) Webhooks(context.Context, string) ([]upslope.Webhook, error) { return nil, nil }

func (noWebhooks) Webhook(context.Context, string, string) (upslope.Webhook, error) {
	return upslope.Webhook{}, missing("webhook")
}

func (noWebhooks) Add(_ context.Context, hook upslope.Webhook) (upslope.Webhook, string, int64, error) {
	return hook, "whsec_", 23, hook.Clean(false)
}

func (noWebhooks) Edit(context.Context, upslope.Webhook) (upslope.Webhook, int64, error) {
	return upslope.Webhook{}, 0, missing("webhook")
}

func (noWebhooks) Delete(context.Context, string, string) (int64, error) {
	return 0, missing("webhook")
}

func (noWebhooks) Deliveries(context.Context, string, string) ([]upslope.Delivery, error) {
	return nil, missing("webhook")
}

func (noWebhooks) Replay(context.Context, string, string, string) (upslope.Delivery, int64, error) {
	return upslope.Delivery{}, 0, missing("delivery")
}

func (noWebhooks) Test(context.Context, string, string) (upslope.Delivery, error) {
	return upslope.Delivery{}, missing("webhook")
}
