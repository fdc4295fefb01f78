package edge

import (
	"context"

	"github.com/google/uuid"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Clients stores the clients of accounts. Writes return the account's new version.
type Clients interface {
	Clients(ctx context.Context, accountID string) ([]upslope.ClientProfile, error) // by name
	Client(ctx context.Context, accountID, id string) (upslope.ClientProfile, error)
	// AddClient fails with Conflict when the account has a client of that name.
	AddClient(ctx context.Context, accountID string, wanted upslope.ClientEdit) (upslope.ClientProfile, int64, error)
	EditClient(ctx context.Context, accountID, id string, edit upslope.ClientEdit) (upslope.ClientProfile, int64, error)
	// DeleteClient leaves the client's sites.
	DeleteClient(ctx context.Context, accountID, id string) (version int64, err error)
}

// ListClients returns the clients of the account.
func (h *handlers) ListClients(ctx context.Context, _ api.ListClientsRequestObject) (api.ListClientsResponseObject, error) {
	found, err := h.deps.Clients.Clients(ctx, request.AccountID(ctx))
	clients := make([]api.Client, len(found))
	for i, client := range found {
		clients[i] = clientShown(client)
	}
	return api.ListClients200JSONResponse{Body: clients, Headers: api.ListClients200ResponseHeaders{XTotalCount: count(clients)}}, err
}

// GetClient returns one client.
func (h *handlers) GetClient(ctx context.Context, in api.GetClientRequestObject) (api.GetClientResponseObject, error) {
	client, err := h.deps.Clients.Client(ctx, request.AccountID(ctx), in.Id)
	return api.GetClient200JSONResponse(clientShown(client)), err
}

// CreateClient adds a client.
func (h *handlers) CreateClient(ctx context.Context, in api.CreateClientRequestObject) (api.CreateClientResponseObject, error) {
	if err := request.Of(ctx).Account().Has(upslope.ClientsFeature, h.deps.Now()); err != nil {
		return nil, err
	}
	edit, err := h.clientEdit(ctx, api.ClientEdit{
		Name: &in.Body.Name, Branding: in.Body.Branding, SenderName: in.Body.SenderName, Currency: in.Body.Currency, ContactEmail: in.Body.ContactEmail,
		SiteIds: in.Body.SiteIds,
	}, upslope.ClientProfile{})
	if err != nil {
		return nil, err
	}
	client, now, err := h.deps.Clients.AddClient(ctx, request.AccountID(ctx), edit)
	return api.CreateClient201JSONResponse{Body: clientShown(client), Headers: api.CreateClient201ResponseHeaders{XVersion: version(now)}}, err
}

// EditClient changes the given fields. It stays possible on a plan without clients, so that nothing is stuck.
func (h *handlers) EditClient(ctx context.Context, in api.EditClientRequestObject) (api.EditClientResponseObject, error) {
	known, err := h.deps.Clients.Client(ctx, request.AccountID(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	edit, err := h.clientEdit(ctx, *in.Body, known)
	if err != nil {
		return nil, err
	}
	client, now, err := h.deps.Clients.EditClient(ctx, request.AccountID(ctx), in.Id, edit)
	return api.EditClient200JSONResponse{Body: clientShown(client), Headers: api.EditClient200ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteClient deletes a client; its sites stay.
func (h *handlers) DeleteClient(ctx context.Context, in api.DeleteClientRequestObject) (api.DeleteClientResponseObject, error) {
	now, err := h.deps.Clients.DeleteClient(ctx, request.AccountID(ctx), in.Id)
	return api.DeleteClient204Response{Headers: api.DeleteClient204ResponseHeaders{XVersion: version(now)}}, err
}

func (h *handlers) clientEdit(ctx context.Context, in api.ClientEdit, known upslope.ClientProfile) (edit upslope.ClientEdit, err error) {
	edit = upslope.ClientEdit{Name: in.Name, SenderName: in.SenderName, Currency: in.Currency, ContactEmail: in.ContactEmail, SiteIDs: in.SiteIds}
	if in.Branding != nil {
		if edit.Branding, err = h.brandingEdit(*in.Branding); err != nil {
			return edit, err
		}
	}
	if err := edit.Clean(); err != nil {
		return edit, err
	}
	return edit, h.checkLinkDomain(ctx, edit.Branding, known.Branding)
}

func clientShown(c upslope.ClientProfile) api.Client {
	return api.Client{
		Id: c.ID, Name: c.Name, Branding: shown(c.Branding), SenderName: c.SenderName, Currency: c.Currency, ContactEmail: c.ContactEmail,
		SiteIds: list(c.SiteIDs), CreatedAt: c.CreatedAt,
	}
}

// clientOf returns the id of a request's client, "" for none; another account's is NotFound.
func (h *handlers) clientOf(ctx context.Context, clientID *string) (string, error) {
	if clientID == nil || *clientID == "" {
		return "", nil
	}
	if uuid.Validate(*clientID) != nil || !request.Of(ctx).User.Sees("") {
		return "", upslope.Errorf(upslope.NotFound, "This client does not exist.")
	}
	client, err := h.deps.Clients.Client(ctx, request.AccountID(ctx), *clientID)
	return client.ID, err
}

// scopeOf returns the sites that a request is about; another account's site or client is NotFound.
func (h *handlers) scopeOf(ctx context.Context, siteID, clientID, tag *string) (scope upslope.Scope, err error) {
	if scope.SiteID, err = h.siteOf(ctx, siteID); err != nil {
		return scope, err
	}
	scope.ClientID, err = h.clientOf(ctx, clientID)
	scope.Tag = value(tag)
	return scope, err
}
