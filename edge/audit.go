package edge

import (
	"context"

	"upslope/edge/api"
)

// ListAudit answers who did what in the account.
func (h *handlers) ListAudit(context.Context, api.ListAuditRequestObject) (api.ListAuditResponseObject, error) {
	return nil, errNothingSold
}
