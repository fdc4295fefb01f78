package middleware

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"

	"upslope"
	"upslope/edge/request"
)

// audited is how the audit log tells of an operation: its sentence, and the kind of what is named after it.
type audited struct{ text, kind string }

// auditedOperations are the sentences of the audit log, by successful operation.
var auditedOperations = map[string]audited{ //nolint:gosec // sentences, and no secrets
	"createSite":                {"Added a site.", "site"},
	"updateSite":                {"Changed a site.", "site"},
	"deleteSite":                {"Deleted a site with all its data.", "site"},
	"editSiteRules":             {"Changed the rules of a site.", "site"},
	"addSiteNote":               {"Added a note to a site.", "note"},
	"deleteSiteNote":            {"Deleted a note.", "note"},
	"recomputeInsights":         {"Ran a data refresh.", ""},
	"loadDemo":                  {"Loaded the demo data.", ""},
	"editInsight":               {"Changed an opportunity.", "insight"},
	"editInsights":              {"Changed opportunities.", ""},
	"addComment":                {"Commented on an opportunity.", "comment"},
	"deleteComment":             {"Deleted a comment.", "comment"},
	"setInsightStatus":          {"Changed the status of an opportunity.", "insight_status"},
	"testIntegration":           {"Tested a connection.", ""},
	"connectIntegration":        {"Connected a source.", ""},
	"disconnectIntegration":     {"Disconnected a source.", ""},
	"addSitesFromSearchConsole": {"Added sites from Search Console.", ""},
	"markTechnicalIssue":        {"Marked a technical issue.", ""},
	"deleteCrawl":               {"Deleted a crawl.", "crawl"},
	"startCrawl":                {"Started a crawl of a site.", ""},
	"editCrawlSettings":         {"Changed how a site is crawled.", ""},
	"proveSite":                 {"Verified ownership of a site.", ""},
	"pauseJob":                  {"Paused a crawl, or let it go on.", "job"},
	"stopJob":                   {"Stopped a crawl.", "job"},
	"importUpload":              {"Mapped the columns of an uploaded file.", "upload"},
	"confirmUpload":             {"Confirmed the import of an uploaded file.", "upload"},
	"uploadCrawl":               {"Uploaded a crawl.", ""},
	"putCrawl":                  {"Uploaded a crawl.", ""},
	"completeParts":             {"Uploaded a large crawl.", ""},
	"generatePDF":               {"Created a PDF report.", ""},
	"createReportLink":          {"Created a report link.", "report"},
	"extendReport":              {"Extended a report link.", "report"},
	"revokeReport":              {"Revoked a report link.", "report"},
	"addReportSchedule":         {"Scheduled a report by email.", "schedule"},
	"editReportSchedule":        {"Changed a scheduled report.", "schedule"},
	"deleteReportSchedule":      {"Deleted a scheduled report.", "schedule"},
	"sendReport":                {"Sent a scheduled report manually.", "schedule"},
	"createCheckoutSession":     {"Chose a plan.", ""},
	"createPortalSession":       {"Opened the billing portal.", ""},
	"createToken":               {"Created an API token.", "token"},
	"revokeToken":               {"Revoked an API token.", "token"},
	"editMember":                {"Changed the role of a member.", "member"},
	"removeMember":              {"Removed a member.", "member"},
	"createClient":              {"Added a client.", "client"},
	"editClient":                {"Changed a client.", "client"},
	"deleteClient":              {"Deleted a client.", "client"},
	"createInvitation":          {"Invited somebody.", "invitation"},
	"resendInvitation":          {"Sent an invitation again.", "invitation"},
	"revokeInvitation":          {"Revoked an invitation.", "invitation"},
	"acceptInvitation":          {"Joined the account.", ""},
	"createTracker":             {"Connected an issue tracker.", "tracker"},
	"deleteTracker":             {"Disconnected an issue tracker.", "tracker"},
	"createTrackerIssue":        {"Created an issue of an opportunity in a tracker.", "insight"},
	"createWebhook":             {"Added a webhook.", "webhook"},
	"editWebhook":               {"Changed a webhook.", "webhook"},
	"deleteWebhook":             {"Deleted a webhook.", "webhook"},
	"testWebhook":               {"Tested a webhook.", "webhook"},
	"replayDelivery":            {"Sent an event to a webhook again.", "webhook"},
	"deleteAlert":               {"Deleted an alert.", "alert"},
	"putAlertRule":              {"Changed a rule of alerts.", "alert_rule"},
	"editAlertRule":             {"Changed a rule of alerts.", "alert_rule"},
	"deleteAlertRule":           {"Reset a rule of alerts.", "alert_rule"},
	"editBranding":              {"Changed the branding of reports.", ""},
	"exportAccount":             {"Exported all data.", ""},
}

// notAudited are the writing operations without an audit log entry, and the reason.
var notAudited = map[string]string{
	"setViews":             "the user's own choice of what to see",
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
	// AuditName returns what people call a thing of the account, by its kind; "" when it does not exist.
	AuditName(ctx context.Context, accountID, kind, id string) (string, error)
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
	return auditedOperations[operation].text != "" || notAudited[operation] != ""
}

// Record adds an entry. The operation has succeeded: a failure to log it does not undo it.
func (a *Audit) Record(c fiber.Ctx, operation, objectID string) {
	r := request.Of(c.Context())
	said, found := auditedOperations[operation]
	account := cmp.Or(r.Named.AccountID, r.User.AccountID)
	if !found || account == "" {
		return
	}
	text := said.text
	if operation == "removeMember" && objectID == r.User.ID {
		text = "Left the account."
	}
	a.name(c, said.kind, objectID)
	if names := strings.Join(slices.DeleteFunc([]string{r.Named.Name, r.Named.Detail}, func(s string) bool { return s == "" }), ", "); names != "" {
		text = strings.TrimSuffix(text, ".") + ": " + names
	}
	entry := upslope.AuditEntry{
		CreatedAt: a.Now(), Actor: cmp.Or(r.User.Email, r.User.ID), Action: operation, Text: text, ObjectID: objectID,
		Address: a.Header.Address(c.RequestCtx()),
	}
	if r.Token != nil {
		entry.Actor, entry.Token = r.Token.Name, true
	}
	if err := a.Entries.AddAudit(c.Context(), account, entry); err != nil {
		a.Log.ErrorContext(c.Context(), "what was done is not in the audit log",
			"request", r.ID, "account", account, "operation", operation, "error", err)
	}
}

// BeforeDelete notes the name of what an operation deletes: afterwards nobody knows it.
func (a *Audit) BeforeDelete(c fiber.Ctx, operation string) {
	if c.Method() == fiber.MethodDelete && request.Of(c.Context()).User.AccountID != "" {
		a.name(c, auditedOperations[operation].kind, objectOf(c))
	}
}

// name notes what people call the thing of a request, unless that is known. An entry does without it.
func (a *Audit) name(c fiber.Ctx, kind, objectID string) {
	r := request.Of(c.Context())
	if r.Named.SiteID != "" {
		kind, objectID = "site", r.Named.SiteID
	}
	if r.Named.Name != "" || kind == "" || uuid.Validate(objectID) != nil {
		return
	}
	var err error
	if r.Named.Name, err = a.Entries.AuditName(c.Context(), r.User.AccountID, kind, objectID); err != nil {
		a.Log.WarnContext(c.Context(), "an entry of the audit log lacks a name", "request", r.ID, "kind", kind, "error", err)
	}
}

// objectOf returns the id in a path.
func objectOf(c fiber.Ctx) string {
	return cmp.Or(c.Params("commentId"), c.Params("changeId"), c.Params("id"), c.Params("provider"), c.Params("uploadId"))
}

// RecordWrite records a successful operation. Its object is in the path or in the response.
func (a *Audit) RecordWrite(c fiber.Ctx, operation string) {
	if c.Response().StatusCode() >= http.StatusBadRequest {
		return
	}
	object := objectOf(c)
	if c.Response().StatusCode() == http.StatusCreated && (object == "" || auditedOperations[operation].kind != "insight") {
		type made struct{ ID string }
		var created struct {
			made
			Invitation, Webhook made
		}
		_ = json.Unmarshal(c.Response().Body(), &created) // without an id the entry has none
		object = cmp.Or(created.ID, created.Invitation.ID, created.Webhook.ID, object)
	}
	a.Record(c, operation, object)
}
