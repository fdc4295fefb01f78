package main

import "net/http"

// classified is the expected behavior of an operation for each kind of caller.
type classified struct {
	id     string // type of the {id} in its path
	body   string // a valid one; {site} is replaced by a site's id
	query  string // required parameters besides siteId and key
	people bool   // rejects API tokens
	nobody int    // status without a session; 401 unless set
	paid   bool   // 402 after the trial
	slow   bool   // too slow to call with permission here
	ends   bool   // ends the session or the account, so its caller is not used again

	// Statuses for permitted callers where not a success: own with the caller's ids (of a job that is no
	// crawl, of an imported upload), stranger with somebody else's.
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
	// Anybody.
	"login":        {nobody: seeOther, own: seeOther, query: "as=nobody%40example.com", ends: true},
	"openDemo":     {nobody: seeOther, own: seeOther, ends: true},
	"logout":       {nobody: http.StatusNoContent, ends: true},
	"showDocs":     {nobody: ok},
	"getContract":  {nobody: ok},
	"finishGoogle": {nobody: seeOther, own: seeOther, query: "state=made-up&code=made-up"},
	// authenticated by signature
	"takeStripeEvent": {nobody: bad, own: bad, body: `{"id":"evt_1","object":"event"}`},
	// Clerk is not configured here
	"takeClerkEvent": {nobody: http.StatusServiceUnavailable, own: http.StatusServiceUnavailable, body: `{"type":"user.deleted","data":{}}`},
	// authenticated by ticket
	"receiveFromCompanion": {nobody: unknown, own: unknown},
	"receivePart":          {nobody: forbidden, own: forbidden, stranger: forbidden, query: "expires=9999999999&signature=made-up"},
	"showUnsubscribe":      {nobody: missing, own: missing}, // authenticated by token
	"unsubscribe":          {nobody: missing, own: missing},
	"getInvitation":        {nobody: missing, own: missing},
	"openReport":           {nobody: missing, own: missing},
	"unlockReport":         {nobody: missing, own: missing},

	// The caller's account.
	"getUser":               {},
	"listSites":             {},
	"createSite":            {body: `{"name":"Another","domain":"another.example"}`},
	"listInsights":          {},
	"editInsights":          {body: `{"ids":["a"],"status":"done"}`},
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
	"listViews":             {},
	"setViews":              {body: `{"views":[{"name":"Mine","screen":"/opportunities"}]}`},
	"listTechnicalIssues":   {},
	"countTechnicalIssues":  {},
	"exportTechnicalIssues": {},
	"listCrawls":            {},
	"listPageChanges":       {},
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
	"lookUpLinkDomain":      {query: "domain=reports.invalid", own: bad, stranger: bad}, // no look-up
	"streamEvents":          {},
	"listClients":           {},
	"createClient":          {paid: true, body: `{"name":"Mine"}`},
	"getClient":             {id: "client"},
	"editClient":            {id: "client", body: `{"name":"Mine too"}`},
	"deleteClient":          {id: "client"},
	// Without a Google sign-in there are no sites to choose from.
	"addSitesFromSearchConsole": {paid: true, stranger: http.StatusConflict, body: `{"properties":["sc-domain:another.example"]}`},

	// Drill-downs: a subject is somebody's site's.
	"getQuery": {query: "query=a", stranger: missing}, "getPageFigures": {query: "page=https%3A%2F%2F{domain}%2F", stranger: missing},
	"getCampaign": {query: "campaignId=1", stranger: missing}, "getAdGroup": {query: "campaignId=1&adGroupId=2", stranger: missing},
	"getSearchTerm": {query: "term=a", stranger: missing}, "getKeyword": {query: "campaignId=1&adGroupId=2&criterionId=3", stranger: missing},

	// Tables of analytics/tables.
	"listDailyKPIs": {}, "exportDailyKPIs": {}, "listQueries": {}, "exportQueries": {}, "listPages": {}, "exportPages": {}, "listAIAssistants": {}, "exportAIAssistants": {},
	"listBingQueries": {}, "exportBingQueries": {}, "listBingPages": {}, "exportBingPages": {}, "listBingCrawlIssues": {}, "exportBingCrawlIssues": {}, "listCrawledPages": {}, "exportCrawledPages": {},
	"listCannibalization": {}, "exportCannibalization": {}, "listDecay": {}, "exportDecay": {}, "listInternalLinks": {}, "exportInternalLinks": {},
	"listCompetitors": {}, "exportCompetitors": {}, "listWastedSpend": {}, "exportWastedSpend": {}, "listCampaigns": {}, "exportCampaigns": {}, "listBrandSplit": {}, "exportBrandSplit": {},
	"listRisingCPC": {}, "exportRisingCPC": {}, "listSearchTerms": {}, "exportSearchTerms": {}, "listSearchTermWords": {}, "exportSearchTermWords": {}, "listKeywords": {}, "exportKeywords": {},
	"listPaidOrganicOverlap": {}, "exportPaidOrganicOverlap": {}, "listPageSpeed": {}, "exportPageSpeed": {}, "listPageSpeedTemplates": {}, "exportPageSpeedTemplates": {},

	// One object of the account.
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
	"listComments":          {id: "insight"},
	"addComment":            {id: "insight", body: `{"text":"Mine"}`},
	"deleteComment":         {id: "insight"},
	"listInsightFixes":      {id: "insight"},
	"listTrackers":          {},
	"listTrackerIssues":     {id: "insight"},
	"createTrackerIssue":    {id: "insight", own: missing, body: `{"trackerId":"{site}"}`},
	"setInsightStatus":      {id: "insight", body: `{"status":"in_progress"}`},
	"getInsightEvidence":    {id: "insight"},
	"markTechnicalIssue":    {id: "issue", body: `{"status":"fixed"}`},
	"deleteCrawl":           {id: "crawl"},
	"getUpload":             {id: "upload"},
	"importUpload":          {id: "upload", paid: true, body: `{"mapping":{}}`},
	"startCrawl":            {paid: true, body: `{"siteId":"{site}"}`},
	"getCrawlSettings":      {query: "siteId={site}", stranger: missing},
	"proveSite":             {body: `{"siteId":"{site}"}`},
	"editCrawlSettings":     {paid: true, body: `{"siteId":"{site}"}`},
	"pauseJob":              {id: "job", own: http.StatusConflict, body: `{"paused":true}`},
	"stopJob":               {id: "job", own: http.StatusConflict},
	"confirmUpload":         {id: "upload", paid: true, own: http.StatusConflict, body: `{"siteId":"{site}"}`},
	"downloadRejected":      {id: "upload"},
	"listParts":             {},
	"signPart":              {},
	"abortParts":            {},
	// no part was uploaded
	"completeParts":        {own: bad, body: `{"parts":[{"PartNumber":1,"ETag":"x"}]}`},
	"extendReport":         {id: "report", body: `{"expirationDays":7}`},
	"revokeReport":         {id: "report"},
	"editReportSchedule":   {id: "schedule", paid: true, body: `{"active":true}`}, // anybody may pause
	"deleteReportSchedule": {id: "schedule"},
	"sendReport":           {id: "schedule", paid: true},
	"getJob":               {id: "job"},

	"listAlerts":           {},
	"completeBrowserSpans": {people: true, body: `{"spans":[{"traceparent":"00-1-1-01","seal":"made up","screen":"Overview","wait":1,"request":2,"response":3}]}`},
	"editAlerts":           {body: `{"read":true}`},
	"deleteAlert":          {id: "noAlert", own: missing},
	"listAlertRules":       {},
	"putAlertRule":         {body: `{"rule":"crawl","siteId":"{site}"}`},
	"editAlertRule":        {id: "alertRule", body: `{"enabled":false}`},
	"deleteAlertRule":      {id: "alertRule"},
	"getNotifications":     {},
	"previewNotification":  {},
	"editNotifications":    {body: `{"email":"weekly"}`},

	// People only, not API tokens.
	"listMembers":      {people: true},
	"listInvitations":  {people: true},
	"createInvitation": {people: true, paid: true, body: `{"email":"new@example.com","role":"viewer"}`},
	"resendInvitation": {people: true, paid: true, id: "invitation"},
	"revokeInvitation": {people: true, id: "invitation"},
	"acceptInvitation": {people: true, own: missing},
	"listWebhooks":     {people: true},
	"createWebhook":    {people: true, body: `{"name":"Mine","url":"https://hooks.example.com/x","events":["crawl.imported"]}`},
	"editWebhook":      {people: true, id: "webhook", body: `{"name":"Mine"}`},
	"deleteWebhook":    {people: true, id: "webhook"},
	"testWebhook":      {people: true, id: "webhook"},
	"listDeliveries":   {people: true, id: "webhook"},
	"replayDelivery":   {people: true, id: "webhook"},
	"createTracker":    {people: true, own: bad, body: `{"name":"Mine","kind":"github","project":"none","token":"x"}`},
	"deleteTracker":    {people: true, id: "tracker"},
	"editMember":       {people: true, id: "member", body: `{"role":"viewer"}`},
	"getMemberWork":    {people: true, id: "member"},
	"removeMember":     {people: true, id: "member"},
	"listTokens":       {people: true},
	"createToken":      {people: true, body: `{"name":"Mine"}`},
	"revokeToken":      {people: true, id: "token"},
	"listAudit":        {people: true},
	"exportAccount":    {people: true},
	"deleteAccount":    {people: true, body: `{"confirm":"{email}"}`, ends: true, stranger: bad},
}
