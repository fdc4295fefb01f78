package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/middleware"
	"upslope/edge/request"
)

// Audit stores who did what in accounts.
type Audit interface {
	middleware.AuditLog
	// Audit lists one page, the newest first, and the total.
	Audit(ctx context.Context, accountID string, limit, offset int) ([]upslope.AuditEntry, int64, error)
}

// ListAudit answers who did what in the account.
func (h *handlers) ListAudit(ctx context.Context, in api.ListAuditRequestObject) (api.ListAuditResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	entries, total, err := h.deps.Audit.Audit(ctx, request.AccountID(ctx), page.limit, page.offset)
	count := int(total)
	return api.ListAudit200JSONResponse{
		Body: list(entries), Headers: api.ListAudit200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
