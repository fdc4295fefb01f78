package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
)

// ListSiteChanges answers what changed on a site.
func (h *handlers) ListSiteChanges(ctx context.Context, in api.ListSiteChangesRequestObject) (api.ListSiteChangesResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	from, to := value(in.Params.From), value(in.Params.To)
	for name, day := range map[string]string{"from": from, "to": to} {
		if day != "" && (day < "2000-01-01" || day > "2099-12-31") {
			return nil, upslope.FieldErrorf(name, "%s must be a day of this century.", name)
		}
	}
	if from != "" && to != "" && from > to {
		return nil, upslope.FieldErrorf("from", "from must not be after to.")
	}
	changes, total, err := h.deps.Changes.SiteChanges(ctx, requestOf(ctx).user.AccountID, in.Id, from, to, page.limit, page.offset)
	count := int(total)
	return api.ListSiteChanges200JSONResponse{
		Body: list(changes), Headers: api.ListSiteChanges200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// AddSiteNote keeps what somebody says was changed on a day.
func (h *handlers) AddSiteNote(ctx context.Context, in api.AddSiteNoteRequestObject) (api.AddSiteNoteResponseObject, error) {
	change, now, err := h.deps.Changes.AddSiteNote(ctx, requestOf(ctx).user.AccountID, in.Id, in.Body.Day.String(), in.Body.Text, h.deps.Now())
	return api.AddSiteNote201JSONResponse{Body: change, Headers: api.AddSiteNote201ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteSiteNote deletes a note.
func (h *handlers) DeleteSiteNote(ctx context.Context, in api.DeleteSiteNoteRequestObject) (api.DeleteSiteNoteResponseObject, error) {
	now, err := h.deps.Changes.DeleteSiteNote(ctx, requestOf(ctx).user.AccountID, in.Id, in.ChangeId)
	return api.DeleteSiteNote204Response{Headers: api.DeleteSiteNote204ResponseHeaders{XVersion: version(now)}}, err
}
