package auth

import (
	"context"
	"slices"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/contract"
	"upslope/edge/request"
)

const (
	// AccountHeader chooses the account of a person who has several.
	AccountHeader = "X-Account"
	// accountCookie does so for what a browser opens itself, such as downloads. Others' accounts are ignored.
	accountCookie = "account"
)

// leastRoles is the one table of what each role may do: for every operation that needs a sign-in, the least
// role. Operations that clients may call are listed in clientOperations too.
var leastRoles = map[upslope.Role][]string{
	upslope.Client: {
		"getUser", "listSites", "listViews", "setViews", "listInsightTypes", "removeMember", "acceptInvitation",
		"listInsights", "getInsightTotal", "getInsight", "getInsightDays", "getInsightEvidence", "listInsightFixes", "listComments",
		"getKPIs", "listDailyKPIs", "exportDailyKPIs", "listSiteChanges", "listReports", "previewReport", "generatePDF",
		"listAlerts", "editAlerts", "getNotifications", "previewNotification", "editNotifications", "completeBrowserSpans",
	},
	upslope.Viewer: {
		"getSiteRules", "getInsightRule", "getPlan", "listPortfolio", "listIntegrations", "getIntegration", "listSyncs", "listActivity",
		"getQuery", "getPageFigures", "getCampaign", "getAdGroup", "getSearchTerm", "getKeyword", "listQueries", "exportQueries", "listPages", "exportPages", "listAIAssistants", "exportAIAssistants",
		"listBingQueries", "exportBingQueries", "listBingPages", "exportBingPages", "listBingCrawlIssues", "exportBingCrawlIssues", "listCannibalization", "exportCannibalization", "listDecay", "exportDecay",
		"listInternalLinks", "exportInternalLinks", "listCompetitors", "exportCompetitors", "listWastedSpend", "exportWastedSpend", "listCampaigns", "exportCampaigns",
		"listBrandSplit", "exportBrandSplit", "listRisingCPC", "exportRisingCPC", "listSearchTerms", "exportSearchTerms", "listSearchTermWords", "exportSearchTermWords", "listKeywords", "exportKeywords",
		"listPaidOrganicOverlap", "exportPaidOrganicOverlap", "listPageSpeed", "exportPageSpeed", "listPageSpeedTemplates", "exportPageSpeedTemplates", "listTechnicalIssues", "countTechnicalIssues",
		"exportTechnicalIssues", "listCrawledPages", "exportCrawledPages", "getCrawlSettings", "listPageChanges", "listCrawls", "getPage", "listCrawlFields", "getUpload", "downloadRejected", "listSources", "listReportSchedules",
		"getBranding", "listMembers", "getMemberWork", "listTrackers", "listTrackerIssues", "listClients", "getClient", "getJob", "streamEvents", "listParts", "listAlertRules",
	},
	upslope.Editor: {
		"createSite", "updateSite", "editSiteRules", "addSiteNote", "deleteSiteNote", "editInsights", "editInsight", "setInsightStatus", "addComment", "deleteComment",
		"recomputeInsights", "loadDemo", "markTechnicalIssue", "startCrawl", "editCrawlSettings", "proveSite", "pauseJob", "stopJob", "deleteCrawl", "importUpload", "uploadCrawl", "putCrawl",
		"confirmUpload", "issueTicket", "createTrackerIssue", "formAddress", "noCredentials", "beginParts", "abortParts", "completeParts", "signPart",
		"createReportLink", "extendReport", "revokeReport", "addReportSchedule", "editReportSchedule", "deleteReportSchedule", "sendReport",
		"deleteAlert", "putAlertRule", "editAlertRule", "deleteAlertRule",
	},
	upslope.Admin: {
		"deleteSite", "testIntegration", "connectIntegration", "disconnectIntegration", "listProperties", "addSitesFromSearchConsole", "authorizeGoogle",
		"getBilling", "listTokens", "createToken", "revokeToken", "listAudit", "editBranding", "lookUpLinkDomain", "editMember", "listInvitations", "createInvitation",
		"resendInvitation", "revokeInvitation", "listWebhooks", "createWebhook", "editWebhook", "deleteWebhook", "testWebhook", "listDeliveries", "replayDelivery",
		"createClient", "editClient", "deleteClient", "createTracker", "deleteTracker",
	},
	upslope.Owner: {"createCheckoutSession", "createPortalSession", "exportAccount", "deleteAccount"},
}

// A visitor of the demo may call what viewers may: every read except refusedVisitors, and visitorWrites,
// which keep nothing.
var (
	refusedVisitors = []string{"streamEvents", "listMembers", "getMemberWork", "listParts", "listAlerts", "getNotifications", "previewNotification"}
	visitorWrites   = []string{"previewReport"}
)

// VisitorMay reports whether a visitor of the demo may call an operation.
func VisitorMay(method, operation string) bool {
	if slices.Contains(refusedVisitors, operation) || !upslope.Viewer.AtLeast(least[operation]) || least[operation] == "" {
		return false
	}
	return method == fiber.MethodGet || method == fiber.MethodHead || slices.Contains(visitorWrites, operation)
}

// clientOperations say how each operation of clients is limited to their sites.
var clientOperations = map[string]limit{
	"getUser": own, "listViews": own, "setViews": own, "listInsightTypes": own, "removeMember": own, "acceptInvitation": own,
	"getNotifications": own, "previewNotification": own, "editNotifications": own, "completeBrowserSpans": own,
	"listSites": filtered, "listAlerts": filtered, "editAlerts": filtered,
	"listInsights": bySite, "getInsightTotal": bySite, "getKPIs": bySite, "listDailyKPIs": bySite, "exportDailyKPIs": bySite,
	"listReports":     bySite,
	"listSiteChanges": byPath, "getInsight": byInsight, "getInsightDays": byInsight, "getInsightEvidence": byInsight, "listInsightFixes": byInsight, "listComments": byInsight,
	"previewReport": byBody, "generatePDF": byBody,
}

// limit is how an operation is limited to the sites of a client.
type limit int

const (
	own       limit = iota + 1 // it tells of nothing but the caller
	filtered                   // its handler leaves out other sites
	bySite                     // its parameter siteId, which is required then
	byPath                     // the site in its path
	byInsight                  // its handler checks the opportunity's site
	byBody                     // its handler checks the site in the body
)

// least is the least role of each operation.
var least = func() map[string]upslope.Role {
	table := map[string]upslope.Role{}
	for role, operations := range leastRoles {
		for _, operation := range operations {
			table[operation] = role
		}
	}
	return table
}()

// LeastRole returns the least role that may call an operation, "" when none may.
func LeastRole(operation string) upslope.Role { return least[operation] }

// authorize checks that the caller's role may call the operation.
func (*Authenticator) authorize(c fiber.Ctx, op *contract.Operation) error {
	user := request.Of(c.Context()).User
	needed, known := least[op.ID]
	switch {
	case !known || !user.Role.AtLeast(needed):
		return upslope.Errorf(upslope.Forbidden, "Your role in this account is %s, which cannot do this. Ask an owner or admin.", user.Role)
	case user.Role != upslope.Client:
		return nil
	}
	switch clientOperations[op.ID] {
	case own, filtered, byInsight, byBody:
		return nil
	case bySite:
		if siteID := c.Query("siteId"); siteID == "" {
			return upslope.FieldErrorf("siteId", "Choose one of your sites with siteId.")
		} else if !user.Sees(siteID) {
			return errNoSite
		}
		return nil
	case byPath:
		if !user.Sees(c.Params("id")) {
			return errNoSite
		}
		return nil
	}
	return upslope.Errorf(upslope.Forbidden, "Clients cannot do this. Ask an owner or admin.")
}

var errNoSite = upslope.Errorf(upslope.NotFound, "This site does not exist.")

// chosenAccount returns the user as a member of the account that the request chooses.
func chosenAccount(c fiber.Ctx, user upslope.User) (upslope.User, error) {
	if chosen := c.Get(AccountHeader); chosen != "" {
		return user.Choose(chosen)
	}
	if remembered, err := user.Choose(c.Cookies(accountCookie)); err == nil {
		return remembered, nil
	}
	return user, nil
}

// isMember reports whether the caller of a long response still is a member; while that is unknown, they are.
func (a *Authenticator) isMember(ctx context.Context, r *request.Request) bool {
	user, err := a.users.userOf(ctx, r.Session)
	if err != nil {
		return upslope.CodeOf(err) != upslope.Unauthenticated
	}
	_, err = user.Choose(r.User.AccountID)
	return err == nil
}
