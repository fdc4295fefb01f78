package edge_test

import (
	"context"

	"upslope"
)

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
