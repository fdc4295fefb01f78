package middleware

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/request"
)

// auditedOperations are the sentences of the audit log, by successful operation.
var auditedOperations = map[string]string{ //nolint:gosec // sentences, and no secrets
	"createSite":                "Added a site.",
	"updateSite":                "Changed a site.",
	"deleteSite":                "Deleted a site with all its data.",
	"editSiteRules":             "Changed the rules of a site.",
	"addSiteNote":               "Added a note to a site.",
	"deleteSiteNote":            "Deleted a note.",
	"recomputeInsights":         "Ran a data refresh.",
	"loadDemo":                  "Loaded the demo data.",
	"editInsight":               "Changed the assignee, due date, snooze date or reason of an opportunity.",
	"editInsights":              "Changed opportunities.",
	"addComment":                "Commented on an opportunity.",
	"deleteComment":             "Deleted a comment.",
	"setInsightStatus":          "Changed the status of an opportunity.",
	"testIntegration":           "Tested a connection.",
	"connectIntegration":        "Connected a source.",
	"disconnectIntegration":     "Disconnected a source.",
	"addSitesFromSearchConsole": "Added sites from Search Console.",
	"markTechnicalIssue":        "Marked a technical issue.",
	"deleteCrawl":               "Deleted a crawl.",
	"startCrawl":                "Started a crawl of a site.",
	"editCrawlSettings":         "Changed how a site is crawled.",
	"proveSite":                 "Verified ownership of a site.",
	"pauseJob":                  "Paused a crawl, or let it go on.",
	"stopJob":                   "Stopped a crawl.",
	"importUpload":              "Mapped the columns of an uploaded file.",
	"confirmUpload":             "Confirmed the import of an uploaded file.",
	"uploadCrawl":               "Uploaded a crawl.",
	"putCrawl":                  "Uploaded a crawl.",
	"completeParts":             "Uploaded a large crawl.",
	"generatePDF":               "Created a PDF report.",
	"createReportLink":          "Created a report link.",
	"extendReport":              "Extended a report link.",
	"revokeReport":              "Revoked a report link.",
	"addReportSchedule":         "Scheduled a report by email.",
	"editReportSchedule":        "Changed a scheduled report.",
	"deleteReportSchedule":      "Deleted a scheduled report.",
	"sendReport":                "Sent a scheduled report manually.",
	"createCheckoutSession":     "Chose a plan.",
	"createPortalSession":       "Opened the billing portal.",
	"createToken":               "Created an API token.",
	"revokeToken":               "Revoked an API token.",
	"editMember":                "Changed the role of a member.",
	"removeMember":              "Removed a member.",
	"createClient":              "Added a client.",
	"editClient":                "Changed a client.",
	"deleteClient":              "Deleted a client.",
	"createInvitation":          "Invited somebody.",
	"resendInvitation":          "Sent an invitation again.",
	"revokeInvitation":          "Revoked an invitation.",
	"createTracker":             "Connected an issue tracker.",
	"deleteTracker":             "Disconnected an issue tracker.",
	"createTrackerIssue":        "Created an issue of an opportunity in a tracker.",
	"createWebhook":             "Added a webhook.",
	"editWebhook":               "Changed a webhook.",
	"deleteWebhook":             "Deleted a webhook.",
	"testWebhook":               "Tested a webhook.",
	"replayDelivery":            "Sent an event to a webhook again.",
	"deleteAlert":               "Deleted an alert.",
	"putAlertRule":              "Changed a rule of alerts.",
	"editAlertRule":             "Changed a rule of alerts.",
	"deleteAlertRule":           "Reset a rule of alerts.",
	"editBranding":              "Changed the branding of reports.",
	"exportAccount":             "Exported all data.",
}

// notAudited are the writing operations without an audit log entry, and the reason.
var notAudited = map[string]string{
	"setViews":             "the user's own choice of what to see",
	"acceptInvitation":     "it is written in the account that invited, where the list of members tells of it",
	"editAlerts":           "the user's own reading of alerts",
	"editNotifications":    "the user's own choice of emails",
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

// AuditLog stores the audit log.
type AuditLog interface {
	AddAudit(ctx context.Context, accountID string, entry upslope.AuditEntry) error
}

// Audit records successful writes in the audit log.
type Audit struct {
	Entries AuditLog
	Header  request.AddressHeader
	Log     *slog.Logger
	Now     func() time.Time
}

// Covers reports whether a writing operation is listed as audited or not audited.
func (*Audit) Covers(operation string) bool {
	return auditedOperations[operation] != "" || notAudited[operation] != ""
}

// Record adds an entry. The operation has succeeded: a failure to log it does not undo it.
func (a *Audit) Record(c fiber.Ctx, operation, objectID string) {
	r := request.Of(c.Context())
	text, found := auditedOperations[operation]
	if !found || r.User.AccountID == "" {
		return
	}
	entry := upslope.AuditEntry{
		CreatedAt: a.Now(), Actor: cmp.Or(r.User.Email, r.User.ID), Action: operation, Text: text, ObjectID: objectID,
		Address: a.Header.Address(c.RequestCtx()),
	}
	if r.Token != nil {
		entry.Actor, entry.Token = r.Token.Name, true
	}
	if err := a.Entries.AddAudit(c.Context(), r.User.AccountID, entry); err != nil {
		a.Log.ErrorContext(c.Context(), "what was done is not in the audit log",
			"request", r.ID, "account", r.User.AccountID, "operation", operation, "error", err)
	}
}

// RecordWrite records a successful operation. Its object is in the path or in the response.
func (a *Audit) RecordWrite(c fiber.Ctx, operation string) {
	if c.Response().StatusCode() >= http.StatusBadRequest {
		return
	}
	object := cmp.Or(c.Params("commentId"), c.Params("changeId"), c.Params("id"), c.Params("provider"), c.Params("uploadId"))
	if object == "" && c.Response().StatusCode() == http.StatusCreated {
		var created struct{ ID string }
		_ = json.Unmarshal(c.Response().Body(), &created) // without an id the entry has none
		object = created.ID
	}
	a.Record(c, operation, object)
}
