package edge

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/api"
)

// Audit keeps who did what in accounts.
type Audit interface {
	// Audit answers one page, the newest first, and how much was done in all.
	Audit(ctx context.Context, accountID string, limit, offset int) ([]upslope.AuditEntry, int64, error)
	AddAudit(ctx context.Context, accountID string, entry upslope.AuditEntry) error
}

// deeds are what is recorded: by its operation, what somebody did who made it with success.
var deeds = map[string]string{ //nolint:gosec // sentences, and no secrets
	"createSite":                "Added a site.",
	"updateSite":                "Changed a site.",
	"deleteSite":                "Deleted a site with all its data.",
	"editSiteRules":             "Changed the rules of a site.",
	"addSiteNote":               "Added a note to a site.",
	"deleteSiteNote":            "Deleted a note of a site.",
	"recomputeInsights":         "Ran a data refresh.",
	"loadDemo":                  "Loaded the demo data.",
	"editInsight":               "Changed the assignee or the rest of an opportunity.",
	"setInsightStatus":          "Changed the status of an opportunity.",
	"testIntegration":           "Tested a connection.",
	"connectIntegration":        "Connected a source.",
	"disconnectIntegration":     "Disconnected a source.",
	"addSitesFromSearchConsole": "Added sites from Search Console.",
	"markTechnicalIssue":        "Marked a technical issue.",
	"deleteCrawl":               "Deleted a crawl.",
	"importUpload":              "Said what the columns of an uploaded file mean.",
	"uploadCrawl":               "Uploaded a crawl.",
	"putCrawl":                  "Uploaded a crawl.",
	"completeParts":             "Uploaded a large crawl.",
	"generatePDF":               "Made a report as a PDF.",
	"createReportLink":          "Made a link to a report.",
	"extendReport":              "Extended a link to a report.",
	"revokeReport":              "Revoked or deleted a link to a report.",
	"addReportSchedule":         "Scheduled a report by e-mail.",
	"editReportSchedule":        "Changed a scheduled report.",
	"deleteReportSchedule":      "Deleted a scheduled report.",
	"sendReport":                "Sent a scheduled report by hand.",
	"createCheckoutSession":     "Chose a plan.",
	"createPortalSession":       "Opened the billing portal.",
	"createToken":               "Made an API token.",
	"revokeToken":               "Revoked an API token.",
	"editBranding":              "Changed the branding of reports.",
	"exportAccount":             "Exported all data.",
}

// unrecorded are the operations that write and are not recorded, and why.
var unrecorded = map[string]string{
	"logout":               "nothing of the account changes",
	"previewReport":        "it shows what is there, and keeps nothing",
	"beginParts":           "it is one upload together with completeParts",
	"abortParts":           "nothing has come of it",
	"receivePart":          "it is one upload together with completeParts",
	"receiveFromCompanion": "Companion asks, for somebody whose ticket was checked",
	"deleteAccount":        "the log goes with the account",
	"takeStripeEvent":      "Stripe asks, and the activity tells of it",
	"takeClerkEvent":       "Clerk asks",
	"unsubscribe":          "who has the link asks, and the activity tells of it",
	"unlockReport":         "who has the link asks, and it is counted as a view",
}

// record notes what was done in the account. It is done: that it cannot be noted does not undo it.
func (s *Server) record(c fiber.Ctx, operation, objectID string) {
	r := requestOf(c.Context())
	text, is := deeds[operation]
	if !is || r.user.AccountID == "" {
		return
	}
	entry := upslope.AuditEntry{
		CreatedAt: s.deps.Now(), Actor: cmp.Or(r.user.Email, r.user.ID), Action: operation, Text: text, ObjectID: objectID, Address: s.clientAddress(c.RequestCtx()),
	}
	if r.token != nil {
		entry.Actor, entry.Token = r.token.Name, true
	}
	if err := s.deps.Audit.AddAudit(c.Context(), r.user.AccountID, entry); err != nil {
		s.deps.Log.ErrorContext(c.Context(), "what was done is not in the audit log", "request", r.id, "account", r.user.AccountID, "operation", operation, "error", err)
	}
}

// recordWrite is record for an operation that was answered: what it is about is in its path, or was made by it.
func (s *Server) recordWrite(c fiber.Ctx, operation string) {
	if c.Response().StatusCode() >= http.StatusBadRequest {
		return
	}
	object := cmp.Or(c.Params("changeId"), c.Params("id"), c.Params("provider"), c.Params("uploadId"))
	if object == "" && c.Response().StatusCode() == http.StatusCreated {
		var made struct{ ID string }
		_ = json.Unmarshal(c.Response().Body(), &made) // what has no id has none here
		object = made.ID
	}
	s.record(c, operation, object)
}

// ListAudit answers who did what in the account.
func (h *handlers) ListAudit(ctx context.Context, in api.ListAuditRequestObject) (api.ListAuditResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	entries, total, err := h.deps.Audit.Audit(ctx, requestOf(ctx).user.AccountID, page.limit, page.offset)
	count := int(total)
	return api.ListAudit200JSONResponse{
		Body: list(entries), Headers: api.ListAudit200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
