package main

import "net/http"

// classified is what is expected of an operation of the contract, whoever calls it.
type classified struct {
	id     string // what the {id} in its path is the id of
	body   string // a good one; {site} stands for the id of a site
	query  string // what it needs besides siteId and key
	people bool   // tokens may not call it
	nobody int    // what it answers without a session; 401 unless set
	paid   bool   // 402 once the trial has ended
	slow   bool   // it works for long, so nobody who may calls it here
	ends   bool   // it ends the session, or the account: its caller is not used again

	// What it answers to whoever may call it where that is no success: own with ids of one's own, stranger with somebody else's.
	own, stranger int
}

const (
	ok        = http.StatusOK
	seeOther  = http.StatusSeeOther
	bad       = http.StatusBadRequest
	unknown   = http.StatusUnauthorized
	forbidden = http.StatusForbidden
	missing   = http.StatusNotFound
)

// operations classifies every operation of openapi.yaml by its id.
var operations = map[string]classified{
	// Whoever asks.
	"login":                {nobody: seeOther, own: seeOther, query: "as=nobody%40example.com", ends: true},
	"logout":               {nobody: http.StatusNoContent, ends: true},
	"showDocs":             {nobody: ok},
	"getContract":          {nobody: ok},
	"finishGoogle":         {nobody: seeOther, own: seeOther, query: "state=made-up&code=made-up"},
	"takeStripeEvent":      {nobody: bad, own: bad, body: `{"id":"evt_1","object":"event"}`},                                                       // the signature is the proof
	"takeClerkEvent":       {nobody: http.StatusServiceUnavailable, own: http.StatusServiceUnavailable, body: `{"type":"user.deleted","data":{}}`}, // Clerk is not set up here
	"receiveFromCompanion": {nobody: unknown, own: unknown},                                                                                        // the ticket is
	"receivePart":          {nobody: forbidden, own: forbidden, stranger: forbidden, query: "expires=9999999999&signature=made-up"},
	"showUnsubscribe":      {nobody: missing, own: missing}, // the token is
	"unsubscribe":          {nobody: missing, own: missing},
	"openReport":           {nobody: missing, own: missing},
	"unlockReport":         {nobody: missing, own: missing},

	// The account's own.
	"getUser":               {},
	"listSites":             {},
	"createSite":            {body: `{"name":"Another","domain":"another.example"}`},
	"listInsights":          {},
	"getInsightTotal":       {},
	"listInsightTypes":      {},
	"getInsightRule":        {},
	"getPlan":               {query: "hours=8"},
	"listPortfolio":         {},
	"recomputeInsights":     {paid: true},
	"loadDemo":              {paid: true, slow: true},
	"listIntegrations":      {},
	"authorizeGoogle":       {people: true, paid: true, own: seeOther, query: "provider=gsc"},
	"getKPIs":               {},
	"listActivity":          {},
	"listTechnicalIssues":   {},
	"countTechnicalIssues":  {},
	"exportTechnicalIssues": {},
	"listCrawls":            {},
	"getPage":               {query: "url=https%3A%2F%2F{domain}%2Fsection-0%2Fpage-0", stranger: missing},
	"listCrawlFields":       {},
	"uploadCrawl":           {paid: true},
	"putCrawl":              {paid: true},
	"listSources":           {},
	"issueTicket":           {paid: true},
	"formAddress":           {paid: true},
	"noCredentials":         {own: missing},
	"beginParts":            {paid: true, body: `{"filename":"a.csv","type":"text/csv","metadata":{"siteId":"{site}"}}`},
	"generatePDF":           {paid: true, body: `{"siteId":"{site}"}`},
	"previewReport":         {body: `{"siteId":"{site}"}`},
	"createReportLink":      {paid: true, body: `{"siteId":"{site}","title":"Mine"}`},
	"listReports":           {},
	"listReportSchedules":   {},
	"addReportSchedule":     {paid: true, body: `{"siteId":"{site}","title":"Mine","dateRange":"last-7-days","frequency":"weekly","weekday":1,"hour":8,"recipients":["jo@example.com"]}`},
	"getBilling":            {},
	"createCheckoutSession": {people: true, body: `{"planType":"seo"}`},
	"createPortalSession":   {people: true},
	"getBranding":           {},
	"editBranding":          {body: `{"name":"Mine"}`},
	"streamEvents":          {},
	// Who has not signed in to Google has nothing to choose from.
	"addSitesFromSearchConsole": {paid: true, stranger: http.StatusConflict, body: `{"properties":["sc-domain:another.example"]}`},

	// Tables of analytics/tables.
	"listDailyKPIs": {}, "exportDailyKPIs": {}, "listQueries": {}, "exportQueries": {}, "listPages": {}, "exportPages": {},
	"listCannibalization": {}, "exportCannibalization": {}, "listDecay": {}, "exportDecay": {}, "listInternalLinks": {}, "exportInternalLinks": {},
	"listCompetitors": {}, "exportCompetitors": {}, "listWastedSpend": {}, "exportWastedSpend": {}, "listBrandSplit": {}, "exportBrandSplit": {},
	"listRisingCPC": {}, "exportRisingCPC": {}, "listSearchTerms": {}, "exportSearchTerms": {}, "listKeywords": {}, "exportKeywords": {},
	"listPaidOrganicOverlap": {}, "exportPaidOrganicOverlap": {}, "listPageSpeed": {}, "exportPageSpeed": {},

	// One thing of the account.
	"updateSite":            {id: "site", body: `{"name":"Mine"}`},
	"deleteSite":            {id: "site"},
	"getSiteRules":          {id: "site"},
	"editSiteRules":         {id: "site", body: `{"brandTerms":["mine"]}`},
	"listSiteChanges":       {id: "site"},
	"addSiteNote":           {id: "site", body: `{"day":"2026-11-01","text":"Mine"}`},
	"deleteSiteNote":        {id: "site"},
	"listSyncs":             {id: "site"},
	"getIntegration":        {stranger: missing},
	"testIntegration":       {paid: true, body: `{"siteId":"{site}"}`},
	"connectIntegration":    {paid: true, body: `{"siteId":"{site}"}`},
	"disconnectIntegration": {body: `{"siteId":"{site}"}`},
	"listProperties":        {stranger: missing},
	"getInsight":            {id: "insight"},
	"editInsight":           {id: "insight", body: `{"assignee":"jo"}`},
	"getInsightDays":        {id: "insight"},
	"listInsightFixes":      {id: "insight"},
	"setInsightStatus":      {id: "insight", body: `{"status":"in_progress"}`},
	"getInsightEvidence":    {id: "insight"},
	"markTechnicalIssue":    {id: "issue", body: `{"status":"fixed"}`},
	"deleteCrawl":           {id: "crawl"},
	"getUpload":             {id: "upload"},
	"importUpload":          {id: "upload", paid: true, body: `{"mapping":{}}`},
	"downloadRejected":      {id: "upload"},
	"listParts":             {},
	"signPart":              {},
	"abortParts":            {},
	"completeParts":         {own: bad, body: `{"parts":[{"PartNumber":1,"ETag":"x"}]}`}, // none has come
	"extendReport":          {id: "report", body: `{"expirationDays":7}`},
	"revokeReport":          {id: "report"},
	"editReportSchedule":    {id: "schedule", paid: true, body: `{"active":true}`}, // to pause it is for everybody
	"deleteReportSchedule":  {id: "schedule"},
	"sendReport":            {id: "schedule", paid: true},
	"getJob":                {id: "job"},

	// People only: what a program has no business with.
	"listTokens":    {people: true},
	"createToken":   {people: true, body: `{"name":"Mine"}`},
	"revokeToken":   {people: true, id: "token"},
	"listAudit":     {people: true},
	"exportAccount": {people: true},
	"deleteAccount": {people: true, body: `{"confirm":"{email}"}`, ends: true, stranger: bad},
}
