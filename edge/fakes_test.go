package edge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"upslope"
)

// memory keeps in memory what the other parts keep in engines; whether they keep it well is their own tests' to say.
type memory struct {
	mu       sync.Mutex
	later    atomic.Int64 // how far its clock is ahead
	users    map[string]upslope.User
	ended    map[string]time.Time
	sites    map[string][]upslope.Site // by account
	insights map[string][]upslope.Insight
	issues   map[string][]upslope.TechnicalIssue
	jobs     map[string]upslope.Job
	order    []string // of the jobs' ids
	uploads  []upslope.Upload
	objects  map[string][]byte
	listen   map[int]func(string, upslope.Event)
	filter   any // of the last list
	table    upslope.Table
	signIns  int
	down     error          // what everything answers while an engine is away
	finish   bool           // whether a started job is done at once
	problem  *upslope.Error // of the jobs that are finished
	plan     string
	version  int64
	steady   bool // whether the version stays when it is asked for; else everything may have changed

	tokens       *heldTokens
	branding     map[string]upslope.Branding
	links        map[string][]upslope.SharedReport // by account
	pages        *pages
	schedules    map[string][]upslope.ReportSchedule // by account
	unsubscribes map[string]upslope.Unsubscribe      // by the hash of their tokens
	crawls       []upslope.Crawl
	activity     []upslope.Activity
	syncs        map[string][]upslope.SyncRun // by site
	tried        []string                     // what was asked of the integrations
	hung         bool                         // whether asking for a session waits for ever
	refusal      error                        // of every import
	edits        int                          // of sites

	endless     bool // whether the issues to export have no end
	exportEnded atomic.Bool
	mapping     map[string]string               // of the last import that was asked for again
	audit       map[string][]upslope.AuditEntry // by account
	rows        int                             // of a report that is exported
	broken      error                           // what ends an export of facts
}

func newMemory() *memory {
	m := &memory{
		users: map[string]upslope.User{}, ended: map[string]time.Time{}, sites: map[string][]upslope.Site{},
		insights: map[string][]upslope.Insight{}, issues: map[string][]upslope.TechnicalIssue{}, jobs: map[string]upslope.Job{},
		branding: map[string]upslope.Branding{}, links: map[string][]upslope.SharedReport{}, pages: &pages{}, schedules: map[string][]upslope.ReportSchedule{}, unsubscribes: map[string]upslope.Unsubscribe{}, objects: map[string][]byte{}, listen: map[int]func(string, upslope.Event){}, finish: true,
	}
	m.tokens = &heldTokens{held: map[string]upslope.APIToken{}, memory: m}
	return m
}

func (m *memory) now() time.Time { return time.Now().Add(time.Duration(m.later.Load())) }

// goTo sets the clock to so long after now.
func (m *memory) goTo(later time.Duration) { m.later.Store(int64(later)) }

func (m *memory) lock() func() { m.mu.Lock(); return m.mu.Unlock }

func missing(noun string) error {
	return upslope.Errorf(upslope.NotFound, "This %s does not exist.", noun)
}

func (m *memory) SignIn(_ context.Context, identity upslope.Identity, now time.Time, trialDays int) (upslope.User, error) {
	defer m.lock()()
	m.signIns++
	user, ok := m.users[identity.Subject]
	if !ok {
		user = upslope.User{
			ID: uuid.NewString(), AccountID: uuid.NewString(), Email: identity.Email, FirstName: identity.FirstName, Role: "owner",
			TrialEndsAt: now.AddDate(0, 0, trialDays), Plan: m.plan,
		}
		m.users[identity.Subject] = user
	}
	return user, m.down
}

func (m *memory) Version(context.Context, string) (int64, error) {
	defer m.lock()()
	if !m.steady {
		m.version++
	}
	return m.version, m.down
}

func (m *memory) EndSession(_ context.Context, sessionID string, until time.Time) error {
	defer m.lock()()
	m.ended[sessionID] = until
	return m.down
}

func (m *memory) SessionEnded(ctx context.Context, sessionID string, now time.Time) (bool, error) {
	m.mu.Lock()
	ended := now.Before(m.ended[sessionID])
	hung, down := m.hung, m.down
	m.mu.Unlock()
	if hung {
		<-ctx.Done()
		return false, ctx.Err()
	}
	return ended, down
}

func (m *memory) Sites(_ context.Context, accountID string) ([]upslope.Site, error) {
	defer m.lock()()
	return slices.Clone(m.sites[accountID]), m.down
}

func (m *memory) Site(_ context.Context, accountID, siteID string) (upslope.Site, error) {
	defer m.lock()()
	for _, site := range m.sites[accountID] {
		if site.ID == siteID {
			return site, nil
		}
	}
	return upslope.Site{}, missing("site")
}

func (m *memory) AddSite(_ context.Context, accountID string, edit upslope.SiteEdit) (upslope.Site, int64, error) {
	defer m.lock()()
	for _, site := range m.sites[accountID] {
		if site.Domain == *edit.Domain {
			return upslope.Site{}, 0, upslope.Errorf(upslope.Conflict, "You already have a site with this domain.")
		}
	}
	site := upslope.Site{ID: uuid.NewString(), Name: *edit.Name, Domain: *edit.Domain, Currency: *edit.Currency, TimeZone: *edit.TimeZone, CreatedAt: m.now()}
	if edit.GA4PropertyID != nil {
		site.GA4PropertyID = *edit.GA4PropertyID
	}
	m.sites[accountID] = append(m.sites[accountID], site)
	return site, 7, nil
}

func (m *memory) EditSite(_ context.Context, accountID, siteID string, edit upslope.SiteEdit) (upslope.Site, int64, error) {
	defer m.lock()()
	m.edits++
	for i, site := range m.sites[accountID] {
		if site.ID != siteID {
			continue
		}
		for _, change := range []struct{ to, from *string }{
			{&site.Name, edit.Name}, {&site.Domain, edit.Domain}, {&site.GA4PropertyID, edit.GA4PropertyID},
			{&site.Currency, edit.Currency}, {&site.TimeZone, edit.TimeZone},
		} {
			if change.from != nil {
				*change.to = *change.from
			}
		}
		m.sites[accountID][i] = site
		return site, 8, nil
	}
	return upslope.Site{}, 0, missing("site")
}

func (m *memory) DeleteSite(_ context.Context, accountID, siteID string) (int64, error) {
	defer m.lock()()
	before := len(m.sites[accountID])
	m.sites[accountID] = slices.DeleteFunc(m.sites[accountID], func(site upslope.Site) bool { return site.ID == siteID })
	if len(m.sites[accountID]) == before {
		return 0, missing("site")
	}
	return 9, nil
}

func (m *memory) Insights(_ context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error) {
	defer m.lock()()
	m.filter = filter
	all := m.insights[accountID]
	return slices.Clone(slice(all, filter.Limit, filter.Offset)), int64(len(all)), m.down
}

func (m *memory) Insight(_ context.Context, accountID, id string) (upslope.Insight, error) {
	defer m.lock()()
	for _, insight := range m.insights[accountID] {
		if insight.ID == id {
			return insight, nil
		}
	}
	return upslope.Insight{}, missing("insight")
}

func (m *memory) SetInsightStatus(_ context.Context, accountID, id string, status upslope.Status, reason string, now time.Time) (upslope.Insight, int64, error) {
	defer m.lock()()
	for i, insight := range m.insights[accountID] {
		if insight.ID == id {
			if err := insight.Status.CanBecome(status); err != nil {
				return insight, 0, err
			}
			insight.Status, insight.UpdatedAt = status, now
			m.insights[accountID][i] = insight
			return insight, 10, nil
		}
	}
	return upslope.Insight{}, 0, missing("insight")
}

func (m *memory) InsightTotal(_ context.Context, accountID, _ string) (upslope.InsightTotal, error) {
	defer m.lock()()
	return upslope.InsightTotal{Insights: len(m.insights[accountID]), Values: []upslope.Value{}}, nil
}

func (m *memory) KPIs(context.Context, string, string) (upslope.KPIs, error) {
	return upslope.KPIs{}, nil
}

func (m *memory) Evidence(context.Context, string, upslope.Insight) (upslope.Evidence, error) {
	return upslope.Evidence{Columns: []string{"page"}, SQL: "select 1", Parameters: map[string]any{}}, nil
}

func (m *memory) Issues(_ context.Context, accountID string, filter upslope.IssueFilter) ([]upslope.TechnicalIssue, int64, error) {
	defer m.lock()()
	m.filter = filter
	return m.issues[accountID], int64(len(m.issues[accountID])), m.down
}

// ExportIssues remembers in exportEnded that it was stopped before it had given all.
func (m *memory) ExportIssues(ctx context.Context, accountID string, filter upslope.IssueFilter, each func(upslope.TechnicalIssue) error) error {
	m.mu.Lock()
	issues, endless, err := m.issues[accountID], m.endless, m.down
	m.filter = filter
	m.mu.Unlock()
	if err != nil {
		return err
	}
	for {
		for _, issue := range issues {
			if err := errors.Join(ctx.Err(), each(issue)); err != nil {
				m.exportEnded.Store(true)
				return err
			}
		}
		if !endless {
			return nil
		}
	}
}

func (m *memory) Page(_ context.Context, accountID, siteID, url string) (upslope.PageDetail, error) {
	defer m.lock()()
	for _, issue := range m.issues[accountID] {
		if issue.URL == url {
			return upslope.PageDetail{SiteID: siteID, URL: url, Issues: []upslope.TechnicalIssue{issue}}, nil
		}
	}
	return upslope.PageDetail{}, missing("page")
}

func (m *memory) CountIssues(context.Context, string, string) ([]upslope.IssueCount, error) {
	return nil, nil
}

func (m *memory) MarkIssue(_ context.Context, accountID, id, status string) (upslope.TechnicalIssue, int64, error) {
	defer m.lock()()
	for _, issue := range m.issues[accountID] {
		if issue.ID == id {
			issue.Status = status
			return issue, 11, nil
		}
	}
	return upslope.TechnicalIssue{}, 0, missing("issue")
}

func (m *memory) Crawls(_ context.Context, _, _ string, limit, offset int) ([]upslope.Crawl, int64, error) {
	defer m.lock()()
	return slice(m.crawls, limit, offset), int64(len(m.crawls)), nil
}

func (m *memory) DeleteCrawl(_ context.Context, _, id string) (int64, error) {
	defer m.lock()()
	left := len(m.crawls)
	if m.crawls = slices.DeleteFunc(m.crawls, func(crawl upslope.Crawl) bool { return crawl.ID == id }); len(m.crawls) == left {
		return 0, missing("crawl")
	}
	return 12, nil
}

func (m *memory) Activity(_ context.Context, _, _ string, limit, offset int) ([]upslope.Activity, int64, error) {
	defer m.lock()()
	return slice(m.activity, limit, offset), int64(len(m.activity)), nil
}

// slice is one page of a list.
func slice[T any](all []T, limit, offset int) []T {
	from := min(offset, len(all))
	return all[from:min(from+limit, len(all))]
}

func (m *memory) StartImport(_ context.Context, upload upslope.Upload, since time.Time) (upslope.Job, bool, error) {
	defer m.lock()()
	for _, earlier := range m.uploads {
		if earlier.AccountID == upload.AccountID && earlier.SHA256 == upload.SHA256 && earlier.CreatedAt.After(since) {
			return m.jobs[earlier.JobID], true, nil
		}
	}
	if m.refusal != nil {
		return upslope.Job{}, false, m.refusal
	}
	job := m.addJob(upload.AccountID, upslope.ImportCrawl)
	upload.JobID = job.ID
	m.uploads = append(m.uploads, upload)
	return job, false, nil
}

func (m *memory) Upload(_ context.Context, accountID, id string) (upslope.Upload, error) {
	defer m.lock()()
	for _, upload := range m.uploads {
		if upload.AccountID == accountID && upload.ID == id {
			return upload, nil
		}
	}
	return upslope.Upload{}, missing("upload")
}

func (m *memory) ImportAgain(ctx context.Context, accountID, id string, mapping map[string]string) (upslope.Job, error) {
	if _, err := m.Upload(ctx, accountID, id); err != nil {
		return upslope.Job{}, err
	}
	defer m.lock()()
	m.mapping = mapping
	return m.addJob(accountID, upslope.ImportCrawl), nil
}

func (m *memory) QueueSync(_ context.Context, accountID, _ string) (upslope.Job, error) {
	defer m.lock()()
	return m.addJob(accountID, upslope.RecomputeInsights), nil
}

func (m *memory) LoadDemo(_ context.Context, accountID string) (upslope.Job, error) {
	defer m.lock()()
	return m.addJob(accountID, upslope.LoadDemo), nil
}

func (m *memory) Syncs(_ context.Context, _, siteID string, limit, offset int) ([]upslope.SyncRun, int64, error) {
	defer m.lock()()
	runs := m.syncs[siteID]
	return slice(runs, limit, offset), int64(len(runs)), nil
}

func (m *memory) addJob(accountID, kind string) upslope.Job {
	job := upslope.Job{ID: uuid.NewString(), AccountID: accountID, Kind: kind, Status: upslope.JobQueued, CreatedAt: m.now(), UpdatedAt: m.now()}
	m.jobs[job.ID], m.order = job, append(m.order, job.ID)
	if m.finish {
		m.end(job.ID)
	}
	return job
}

func (m *memory) end(id string) {
	job := m.jobs[id]
	job.Status, job.Progress, job.Message, job.Result = upslope.JobDone, 1, "2 pages read, 1 issue found", json.RawMessage(`{"message":"2 pages read, 1 issue found"}`)
	if m.problem != nil {
		job.Status, job.Problem, job.Message, job.Result = upslope.JobFailed, m.problem, m.problem.Message, nil
	}
	m.jobs[id] = job
}

func (m *memory) Job(_ context.Context, accountID, id string) (upslope.Job, error) {
	defer m.lock()()
	job, ok := m.jobs[id]
	if !ok || job.AccountID != accountID {
		return job, missing("job")
	}
	return job, nil
}

func (m *memory) Put(_ context.Context, key string, body io.Reader) error {
	content, err := io.ReadAll(body)
	if err != nil {
		return errors.Join(errors.New("store"), err)
	}
	defer m.lock()()
	m.objects[key] = content
	return nil
}

func (m *memory) Open(_ context.Context, key string) (io.ReadCloser, int64, error) {
	defer m.lock()()
	content, found := m.objects[key]
	if !found {
		return nil, 0, missing("file")
	}
	return io.NopCloser(bytes.NewReader(content)), int64(len(content)), nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	defer m.lock()()
	delete(m.objects, key)
	return nil
}

func (m *memory) Subscribe(accountID string, listen func(upslope.Event)) (func(), error) {
	defer m.lock()()
	id := int(time.Now().UnixNano())
	m.listen[id] = func(about string, event upslope.Event) {
		if about == accountID {
			listen(event)
		}
	}
	return func() { defer m.lock()(); delete(m.listen, id) }, nil
}

func (m *memory) publish(accountID string, event upslope.Event) {
	m.mu.Lock()
	var all []func(string, upslope.Event)
	for _, listen := range m.listen {
		all = append(all, listen)
	}
	m.mu.Unlock()
	for _, listen := range all {
		listen(accountID, event)
	}
}

// refuseAll is a Verifier that no token convinces.
type refuseAll struct{}

func (refuseAll) Verify(context.Context, string) (upslope.Session, error) {
	return upslope.Session{}, upslope.Errorf(upslope.Unauthenticated, "Unauthorized")
}

// clerkWebhook accepts events with the signature "good"; infra/clerk tests real signatures.
type clerkWebhook struct{ *memory }

func (w clerkWebhook) Handle(_ context.Context, _ []byte, signed http.Header) error {
	if signed.Get("svix-signature") != "good" {
		return upslope.Errorf(upslope.Invalid, "This event is not signed.")
	}
	return w.down
}

// recording refuses all too, and remembers what it saw.
type recording struct {
	refuseAll
	tokens []string
}

func (r *recording) Verify(ctx context.Context, token string) (upslope.Session, error) {
	r.tokens = append(r.tokens, token)
	return r.refuseAll.Verify(ctx, token)
}

// fail makes everything answer err.
func (m *memory) fail(err error) { defer m.lock()(); m.down = err }

func (m *memory) EditInsight(_ context.Context, accountID, id string, edit upslope.InsightEdit, now time.Time) (upslope.Insight, int64, error) {
	defer m.lock()()
	for i, insight := range m.insights[accountID] {
		if insight.ID != id {
			continue
		}
		if edit.SnoozedUntil != nil {
			insight.SnoozedUntil = *edit.SnoozedUntil
		}
		if edit.Assignee != nil {
			insight.Assignee = *edit.Assignee
		}
		if edit.Reason != nil {
			insight.Reason = *edit.Reason
		}
		insight.UpdatedAt = now
		m.insights[accountID][i] = insight
		return insight, 11, nil
	}
	return upslope.Insight{}, 0, missing("insight")
}

func (m *memory) Days(context.Context, string, upslope.Insight) (upslope.InsightDays, error) {
	return upslope.InsightDays{}, nil
}

func (m *memory) Fixes(_ context.Context, _ string, _ upslope.Insight, followers []upslope.Insight) ([]upslope.Fix, error) {
	fixes := []upslope.Fix{}
	for _, follower := range followers {
		fixes = append(fixes, upslope.Fix{Title: follower.ID})
	}
	return fixes, nil
}

func (m *memory) SiteRules(ctx context.Context, accountID, siteID string) (upslope.SiteRules, error) {
	_, err := m.Site(ctx, accountID, siteID)
	return upslope.SiteRules{}, err
}

func (m *memory) EditSiteRules(ctx context.Context, accountID, siteID string, _ upslope.SiteRulesEdit, _ time.Time) (upslope.SiteRules, int64, error) {
	rules, err := m.SiteRules(ctx, accountID, siteID)
	return rules, 12, err
}

func (m *memory) SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error) {
	_, err := m.Site(ctx, accountID, siteID)
	defer m.lock()()
	m.filter = [2]string{from, to}
	changes := make([]upslope.SiteChange, 5) // as many there are
	for i := range changes {
		changes[i] = upslope.SiteChange{ID: strconv.Itoa(i), SiteID: siteID, Kind: "note"}
	}
	return changes[min(offset, 5):min(offset+limit, 5)], 5, err
}

func (m *memory) AddSiteNote(ctx context.Context, accountID, siteID, day, text string, now time.Time) (upslope.SiteChange, int64, error) {
	_, err := m.Site(ctx, accountID, siteID)
	return upslope.SiteChange{SiteID: siteID, Day: day, Text: text, CreatedAt: now}, 13, err
}

func (m *memory) DeleteSiteNote(ctx context.Context, accountID, siteID, _ string) (int64, error) {
	_, err := m.Site(ctx, accountID, siteID)
	return 14, err
}

// AddLeads has everything of an account stand under its first insight.
func (m *memory) AddLeads(_ context.Context, accountID string, insights []upslope.Insight, _ time.Time) error {
	defer m.lock()()
	all := m.insights[accountID]
	for i := range insights {
		if insights[i].ID != all[0].ID {
			insights[i].LeadID = all[0].ID
			continue
		}
		for _, follower := range all[1:] {
			insights[i].FollowerIDs = append(insights[i].FollowerIDs, follower.ID)
		}
	}
	return nil
}

func (m *memory) Followers(_ context.Context, accountID string, leads []upslope.Insight) (map[string][]upslope.Insight, error) {
	followers := map[string][]upslope.Insight{}
	for _, lead := range leads {
		for _, id := range lead.FollowerIDs {
			follower, err := m.Insight(context.Background(), accountID, id)
			if err != nil {
				return nil, err
			}
			followers[lead.ID] = append(followers[lead.ID], follower)
		}
	}
	return followers, nil
}

func (m *memory) Plan(_ context.Context, _, _ string, hours float64, _ time.Time) (upslope.Plan, error) {
	return upslope.Plan{Hours: hours}, nil
}

// portfolio is the memory where its method names are taken.
type portfolio struct{ *memory }

func (p portfolio) Sites(_ context.Context, accountID string, _, _ int, _ time.Time) ([]upslope.PortfolioSite, int64, error) {
	defer p.lock()()
	var sites []upslope.PortfolioSite
	for _, site := range p.sites[accountID] {
		sites = append(sites, upslope.PortfolioSite{SiteID: site.ID})
	}
	return sites, int64(len(sites)), nil
}

func (m *memory) Preview(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, error) {
	return []byte("<!doctype html><title>" + settings.Title), m.ofSite(ctx, accountID, settings)
}

func (m *memory) PDF(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, string, error) {
	return []byte("%PDF-1.7"), strings.ReplaceAll(settings.Title, " ", "_") + "_2026-11-21.pdf", m.ofSite(ctx, accountID, settings)
}

func (m *memory) ofSite(ctx context.Context, accountID string, settings upslope.ReportSettings) error {
	if settings.SiteID == "" {
		return nil
	}
	_, err := m.Site(ctx, accountID, settings.SiteID)
	return err
}

func (m *memory) Logo(picture []byte) ([]byte, error) { return picture, nil }

func (m *memory) Branding(_ context.Context, accountID string) (upslope.Branding, error) {
	defer m.lock()()
	return m.branding[accountID], nil
}

func (m *memory) EditBranding(_ context.Context, accountID string, edit upslope.BrandingEdit) (upslope.Branding, int64, error) {
	defer m.lock()()
	branding := m.branding[accountID]
	if edit.Name != nil {
		branding.Name = *edit.Name
	}
	if edit.Color != nil {
		branding.Color = *edit.Color
	}
	if edit.Logo != nil {
		branding.Logo = *edit.Logo
	}
	m.branding[accountID] = branding
	return branding, 15, nil
}

// CreateLink, Links, ExtendLink and RevokeLink keep links that open nothing.
func (m *memory) CreateLink(ctx context.Context, accountID string, settings upslope.ReportSettings, terms upslope.LinkTerms) (upslope.SharedReport, int64, error) {
	if err := m.ofSite(ctx, accountID, settings); err != nil {
		return upslope.SharedReport{}, 0, err
	}
	now := m.now()
	link := upslope.SharedReport{
		ID: uuid.NewString(), SiteID: settings.SiteID, Title: settings.Title, DateRange: settings.DateRange, CreatedAt: now,
		ExpiresAt: now.AddDate(0, 0, terms.Days), Status: "active", HasPassword: terms.Password != "",
	}
	defer m.lock()()
	m.links[accountID] = append([]upslope.SharedReport{link}, m.links[accountID]...)
	return link, 1, m.down
}

func (m *memory) Links(_ context.Context, accountID, siteID string, limit, offset int) ([]upslope.SharedReport, int64, error) {
	defer m.lock()()
	var found []upslope.SharedReport
	for _, link := range m.links[accountID] {
		if siteID == "" || link.SiteID == siteID {
			found = append(found, link)
		}
	}
	return slice(found, limit, offset), int64(len(found)), m.down
}

func (m *memory) ExtendLink(_ context.Context, accountID, id string, days int) (upslope.SharedReport, int64, error) {
	return m.changeLink(accountID, id, func(link *upslope.SharedReport) { link.ExpiresAt = m.now().AddDate(0, 0, days) })
}

func (m *memory) RevokeLink(_ context.Context, accountID, id string) (int64, error) {
	_, version, err := m.changeLink(accountID, id, func(link *upslope.SharedReport) { link.Status = "revoked" })
	return version, err
}

func (m *memory) changeLink(accountID, id string, change func(*upslope.SharedReport)) (upslope.SharedReport, int64, error) {
	defer m.lock()()
	for i := range m.links[accountID] {
		if link := &m.links[accountID][i]; link.ID == id {
			change(link)
			return *link, 1, m.down
		}
	}
	return upslope.SharedReport{}, 0, missing("report")
}

// ReportSchedules and what follows keep schedules that send nothing.
func (m *memory) ReportSchedules(_ context.Context, accountID, siteID string, limit, offset int) ([]upslope.ReportSchedule, int64, error) {
	defer m.lock()()
	var found []upslope.ReportSchedule
	for _, schedule := range m.schedules[accountID] {
		if siteID == "" || schedule.SiteID == siteID {
			found = append(found, schedule)
		}
	}
	return slice(found, limit, offset), int64(len(found)), m.down
}

func (m *memory) AddReportSchedule(_ context.Context, accountID string, schedule upslope.ReportSchedule, now time.Time) (upslope.ReportSchedule, int64, error) {
	defer m.lock()()
	schedule.ID, schedule.CreatedAt, schedule.TimeZone, schedule.Unsubscribed = uuid.NewString(), now, "UTC", []string{}
	m.schedules[accountID] = append([]upslope.ReportSchedule{schedule}, m.schedules[accountID]...)
	return schedule, 1, m.down
}

func (m *memory) EditReportSchedule(
	_ context.Context, accountID, id string, edit func(*upslope.ReportSchedule) error, _ time.Time,
) (upslope.ReportSchedule, int64, error) {
	m.mu.Lock()
	schedules := m.schedules[accountID]
	m.mu.Unlock()
	for i := range schedules {
		if schedules[i].ID == id {
			changed := schedules[i]
			if err := edit(&changed); err != nil {
				return changed, 0, err
			}
			schedules[i] = changed
			return changed, 1, nil
		}
	}
	return upslope.ReportSchedule{}, 0, missing("schedule")
}

func (m *memory) DeleteReportSchedule(_ context.Context, accountID, id string) (int64, error) {
	defer m.lock()()
	left := slices.DeleteFunc(slices.Clone(m.schedules[accountID]), func(s upslope.ReportSchedule) bool { return s.ID == id })
	if len(left) == len(m.schedules[accountID]) {
		return 0, missing("schedule")
	}
	m.schedules[accountID] = left
	return 1, nil
}

func (m *memory) QueueReport(_ context.Context, accountID, id string, _ time.Time) (upslope.Job, error) {
	defer m.lock()()
	if !slices.ContainsFunc(m.schedules[accountID], func(s upslope.ReportSchedule) bool { return s.ID == id }) {
		return upslope.Job{}, missing("schedule")
	}
	return m.addJob(accountID, upslope.SendReport), nil
}

func (m *memory) UnsubscribeLink(_ context.Context, hash []byte) (upslope.Unsubscribe, error) {
	defer m.lock()()
	link, found := m.unsubscribes[string(hash)]
	if !found {
		return link, missing("link")
	}
	return link, m.down
}

func (m *memory) Unsubscribe(_ context.Context, link upslope.Unsubscribe, off bool, _ time.Time) error {
	defer m.lock()()
	for hash, kept := range m.unsubscribes {
		if kept.Recipient == link.Recipient {
			kept.Unsubscribed = off
			m.unsubscribes[hash] = kept
		}
	}
	return m.down
}

// Subscription implements edge.Billing: nobody has bought anything.
func (m *memory) Subscription(context.Context, string) (upslope.Subscription, error) {
	return upslope.Subscription{}, nil
}

// Checkout implements edge.Billing.
func (m *memory) Checkout(_ context.Context, account upslope.Account, _, plan string) (upslope.Checkout, error) {
	return upslope.Checkout{URL: "https://pay.example/" + account.ID + "/" + plan}, nil
}

// Portal implements edge.Billing.
func (m *memory) Portal(_ context.Context, accountID, _ string) (string, error) {
	return "https://pay.example/" + accountID, nil
}

// HandleEvent implements edge.Billing: the signature "good" is valid.
func (m *memory) HandleEvent(_ context.Context, _ []byte, signature string) error {
	if signature != "good" {
		return upslope.Errorf(upslope.Invalid, "This is not signed by Stripe.")
	}
	return nil
}
