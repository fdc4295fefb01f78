package middleware

import (
	"slices"
	"strconv"

	"github.com/gofiber/fiber/v3"

	"upslope/edge/feed"
	"upslope/edge/request"
)

// leavesPeople are the operations that people call all day. They change what an account has, and never who is
// in it, what it pays or which tokens it has.
var leavesPeople = []string{
	"editInsights", "editInsight", "setInsightStatus", "addComment", "deleteComment", "markTechnicalIssue", "setViews", "editAlerts",
	"editSiteRules", "addSiteNote", "deleteSiteNote", "recomputeInsights", "createTrackerIssue", "previewReport", "generatePDF",
	"createReportLink", "extendReport", "revokeReport", "sendReport", "startCrawl", "editCrawlSettings", "pauseJob", "stopJob",
}

// work are those of them that change nothing but feed.Work.
var work = []string{"editInsights", "editInsight", "setInsightStatus", "addComment", "deleteComment", "editAlerts"}

// VersionMade is the account's version that a successful write of work made. Others may change more than what
// the version counts: 0.
func VersionMade(c fiber.Ctx, operation string) int64 {
	if !slices.Contains(work, operation) {
		return 0
	}
	version, _ := strconv.ParseInt(c.GetRespHeader(VersionHeader), 10, 64)
	return version
}

// ChangesOf returns what an operation may have changed, for edges to forget before they hear of it.
func ChangesOf(operation string, r *request.Request) []string {
	account := r.User.AccountID
	if account == "" {
		return nil
	}
	if slices.Contains(work, operation) {
		return []string{feed.Work(account)}
	}
	changes := []string{feed.Account(account), feed.Work(account), feed.Facts(account)}
	if slices.Contains(leavesPeople, operation) {
		return changes
	}
	return append(changes, feed.People(account), feed.Tokens(account), feed.User(r.User.ID), feed.Session(r.Session.SessionID))
}
