package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Outgoing keeps the webhooks of accounts. Writes return the account's new version.
type Outgoing interface {
	Webhooks(ctx context.Context, accountID string) ([]upslope.Webhook, error)
	Webhook(ctx context.Context, accountID, id string) (upslope.Webhook, error)
	// Add returns the secret that signs what the webhook is sent; nobody can read it again.
	Add(ctx context.Context, hook upslope.Webhook) (added upslope.Webhook, secret string, version int64, err error)
	Edit(ctx context.Context, hook upslope.Webhook) (upslope.Webhook, int64, error)
	Delete(ctx context.Context, accountID, id string) (int64, error)
	Deliveries(ctx context.Context, accountID, webhookID string) ([]upslope.Delivery, error)
	Replay(ctx context.Context, accountID, webhookID, id string) (upslope.Delivery, int64, error)
	// Test sends an event at once, and returns what came of it.
	Test(ctx context.Context, accountID, id string) (upslope.Delivery, error)
}

// ListWebhooks returns the account's webhooks.
func (h *handlers) ListWebhooks(ctx context.Context, _ api.ListWebhooksRequestObject) (api.ListWebhooksResponseObject, error) {
	hooks, err := h.deps.Outgoing.Webhooks(ctx, request.AccountID(ctx))
	return api.ListWebhooks200JSONResponse{Body: list(hooks), Headers: api.ListWebhooks200ResponseHeaders{XTotalCount: count(hooks)}}, err
}

// CreateWebhook adds a webhook. Only this response contains its secret.
func (h *handlers) CreateWebhook(ctx context.Context, in api.CreateWebhookRequestObject) (api.CreateWebhookResponseObject, error) {
	hook := upslope.Webhook{
		AccountID: request.AccountID(ctx), Name: in.Body.Name, URL: in.Body.Url, Kind: *or(in.Body.Kind, upslope.WebhookStandard),
		Events: in.Body.Events, SiteIDs: value(in.Body.SiteIds),
	}
	added, secret, now, err := h.deps.Outgoing.Add(ctx, hook)
	return api.CreateWebhook201JSONResponse{
		Body: api.AddedWebhook{Webhook: added, Secret: secret}, Headers: api.CreateWebhook201ResponseHeaders{XVersion: version(now)},
	}, err
}

// EditWebhook changes the given fields. Enabling a webhook that we disabled starts afresh.
func (h *handlers) EditWebhook(ctx context.Context, in api.EditWebhookRequestObject) (api.EditWebhookResponseObject, error) {
	hook, err := h.deps.Outgoing.Webhook(ctx, request.AccountID(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	hook.Name, hook.URL = *or(in.Body.Name, hook.Name), *or(in.Body.Url, hook.URL)
	if in.Body.Enabled != nil {
		hook.Enabled = *in.Body.Enabled
	}
	if in.Body.Events != nil {
		hook.Events = *in.Body.Events
	}
	if in.Body.SiteIds != nil {
		hook.SiteIDs = *in.Body.SiteIds
	}
	changed, now, err := h.deps.Outgoing.Edit(ctx, hook)
	return api.EditWebhook200JSONResponse{Body: changed, Headers: api.EditWebhook200ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteWebhook deletes a webhook with its deliveries.
func (h *handlers) DeleteWebhook(ctx context.Context, in api.DeleteWebhookRequestObject) (api.DeleteWebhookResponseObject, error) {
	now, err := h.deps.Outgoing.Delete(ctx, request.AccountID(ctx), in.Id)
	return api.DeleteWebhook204Response{Headers: api.DeleteWebhook204ResponseHeaders{XVersion: version(now)}}, err
}

// TestWebhook sends an event to a webhook at once.
func (h *handlers) TestWebhook(ctx context.Context, in api.TestWebhookRequestObject) (api.TestWebhookResponseObject, error) {
	delivery, err := h.deps.Outgoing.Test(ctx, request.AccountID(ctx), in.Id)
	return api.TestWebhook200JSONResponse{Body: delivery, Headers: api.TestWebhook200ResponseHeaders{XVersion: h.currentVersion(ctx)}}, err
}

// ListDeliveries returns the newest deliveries of a webhook.
func (h *handlers) ListDeliveries(ctx context.Context, in api.ListDeliveriesRequestObject) (api.ListDeliveriesResponseObject, error) {
	deliveries, err := h.deps.Outgoing.Deliveries(ctx, request.AccountID(ctx), in.Id)
	return api.ListDeliveries200JSONResponse{Body: list(deliveries), Headers: api.ListDeliveries200ResponseHeaders{XTotalCount: count(deliveries)}}, err
}

// ReplayDelivery lets a delivery be sent again.
func (h *handlers) ReplayDelivery(ctx context.Context, in api.ReplayDeliveryRequestObject) (api.ReplayDeliveryResponseObject, error) {
	delivery, now, err := h.deps.Outgoing.Replay(ctx, request.AccountID(ctx), in.Id, in.DeliveryId)
	return api.ReplayDelivery200JSONResponse{Body: delivery, Headers: api.ReplayDelivery200ResponseHeaders{XVersion: version(now)}}, err
}
