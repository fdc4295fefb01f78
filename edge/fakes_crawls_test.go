package edge_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"upslope"
)

func (m *memory) Issues(_ context.Context, accountID string, filter upslope.IssueFilter) ([]upslope.TechnicalIssue, int64, error) {
	defer m.lock()()
	m.filter = filter
	return m.issues[accountID], int64(len(m.issues[accountID])), m.down
}

// ExportIssues sets exportEnded when it is stopped early.
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

func (m *memory) CountIssues(context.Context, string, upslope.IssueFilter) ([]upslope.IssueCount, error) {
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

func (m *memory) ConfirmImport(ctx context.Context, accountID, id, _ string) (upslope.Job, error) {
	if _, err := m.Upload(ctx, accountID, id); err != nil {
		return upslope.Job{}, err
	}
	defer m.lock()()
	return m.addJob(accountID, upslope.ImportCrawl), nil
}

func (m *memory) Put(_ context.Context, key string, body io.Reader) error {
	var content bytes.Buffer
	if _, err := content.ReadFrom(body); err != nil {
		return errors.Join(errors.New("store"), err)
	}
	defer m.lock()()
	m.objects[key] = content.Bytes()
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
