// Package links gives reports addresses that open them anywhere, also when the origin is down.
//
// PostgreSQL has every link with its page, encrypted with a key that is made of the token in the address. One process, the publisher, keeps
// a small database the same, which is replicated to every edge; an edge opens links from its own disk and memory and asks nobody. A link is
// given out once the replica has it. The package owns what a link is and who may open it; it knows neither HTTP nor how replication works.
package sharing

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"

	"upslope"
)

const (
	// givenUpAfter is how long somebody waits for a link to open everywhere.
	givenUpAfter = 20 * time.Second
	// asksEvery is how often the database is asked whether the replica has it.
	asksEvery = 15 * time.Millisecond
)

// Records keeps links. A link that is not the account's is NotFound.
type Records interface {
	AddReport(ctx context.Context, link upslope.StoredReport) error
	Report(ctx context.Context, accountID, id string) (upslope.StoredReport, error)
	Reports(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.StoredReport, int64, error)
	ExtendReport(ctx context.Context, accountID, id string, until time.Time) error
	RevokeReport(ctx context.Context, accountID, id string, now time.Time) error
	DeleteReport(ctx context.Context, accountID, id string) error
	Version(ctx context.Context, accountID string) (int64, error)
}

// Reports makes reports, as pages of HTML.
type Reports interface {
	Page(ctx context.Context, accountID string, settings upslope.ReportSettings) (html []byte, err error)
}

// Keys encrypts what only the owner of a link should know. Unavailable where nobody has set any.
type Keys interface {
	Seal(accountID, linkID, token string) (sealed []byte, keyID int64, err error)
	Open(accountID, linkID string, sealed []byte) (token string, err error)
}

// Links is what owners do with links. It is safe for concurrent use.
type Links struct {
	Records   Records
	Reports   Reports
	Keys      Keys
	PublicURL string
	Now       func() time.Time

	// Arrived waits until this machine's copy of the replica has a link as it is now; nil where there is no copy.
	Arrived func(ctx context.Context, link upslope.StoredReport) error
}

// CreateLink makes a report of clean settings and answers its link, with the account's version, once it opens here and its change is on its
// way everywhere. Unavailable when that takes too long; then the link never opens.
func (l *Links) CreateLink(ctx context.Context, accountID string, settings upslope.ReportSettings, terms upslope.LinkTerms) (upslope.SharedReport, int64, error) {
	html, err := l.Reports.Page(ctx, accountID, settings)
	if err != nil {
		return upslope.SharedReport{}, 0, err //nolint:wrapcheck // for who asked
	}
	link, token, err := l.draft(accountID, settings, terms, html)
	if err != nil {
		return upslope.SharedReport{}, 0, err
	}
	if err := l.Records.AddReport(ctx, link); err != nil {
		return upslope.SharedReport{}, 0, fmt.Errorf("keep the link: %w", err)
	}
	if err := l.published(ctx, accountID, link.ID); err != nil {
		// Without this it would open all the same, but it would be in the list.
		_ = l.Records.DeleteReport(context.WithoutCancel(ctx), accountID, link.ID)
		return upslope.SharedReport{}, 0, err
	}
	version, err := l.Records.Version(ctx, accountID)
	if err != nil {
		return upslope.SharedReport{}, 0, fmt.Errorf("read the version: %w", err)
	}
	return l.shown(link, token), version, nil
}

func (l *Links) draft(accountID string, settings upslope.ReportSettings, terms upslope.LinkTerms, html []byte) (link upslope.StoredReport, token string, err error) {
	token = newToken()
	hash := sha256.Sum256([]byte(token))
	now := l.Now().UTC().Truncate(time.Microsecond) // as the database keeps it
	link = upslope.StoredReport{
		SharedReport: upslope.SharedReport{
			ID: uuid.NewString(), SiteID: settings.SiteID, Title: settings.Title, DateRange: settings.DateRange,
			CreatedAt: now, ExpiresAt: now.AddDate(0, 0, terms.Days), HasPassword: terms.Password != "",
		},
		AccountID: accountID, Settings: settings, TokenHash: hash[:],
	}
	packed, err := pack(html)
	if err != nil {
		return link, "", err
	}
	if link.Body, err = seal(packed, token, terms.Password); err != nil {
		return link, "", err
	}
	link.Token, link.KeyID, err = l.Keys.Seal(accountID, link.ID, token)
	return link, token, err //nolint:wrapcheck // for who asked
}

// pack compresses a page the way it is sent.
func pack(html []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(html)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("compress a page: %w", err)
	}
	return packed.Bytes(), nil
}

// Links answers one page of the account's links, the newest first, and how many there are.
func (l *Links) Links(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.SharedReport, int64, error) {
	stored, total, err := l.Records.Reports(ctx, accountID, siteID, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("read the links: %w", err)
	}
	links := make([]upslope.SharedReport, len(stored))
	for i, link := range stored {
		links[i] = l.opened(link)
	}
	return links, total, nil
}

// ExtendLink has a link open for so many days from now; Conflict for one that cannot open any more.
func (l *Links) ExtendLink(ctx context.Context, accountID, id string, days int) (upslope.SharedReport, int64, error) {
	if err := l.Records.ExtendReport(ctx, accountID, id, l.Now().AddDate(0, 0, days)); err != nil {
		return upslope.SharedReport{}, 0, err //nolint:wrapcheck // for who asked
	}
	if err := l.published(ctx, accountID, id); err != nil {
		return upslope.SharedReport{}, 0, err
	}
	link, err := l.Records.Report(ctx, accountID, id)
	if err != nil {
		return upslope.SharedReport{}, 0, fmt.Errorf("read the link: %w", err)
	}
	version, err := l.Records.Version(ctx, accountID)
	return l.opened(link), version, err //nolint:wrapcheck // likewise
}

// RevokeLink has a link open no more and answers the account's version. Unavailable when the replica cannot be told: it is told later.
func (l *Links) RevokeLink(ctx context.Context, accountID, id string) (version int64, err error) {
	if err := l.Records.RevokeReport(ctx, accountID, id, l.Now()); err != nil {
		return 0, err //nolint:wrapcheck // for who asked
	}
	if err := l.published(ctx, accountID, id); err != nil {
		return 0, err
	}
	return l.Records.Version(ctx, accountID) //nolint:wrapcheck // likewise
}

var errNotPublished = upslope.Errorf(upslope.Unavailable,
	"The machines that open links cannot be told of this right now. A new link was not made; a change is kept and reaches them by itself. Try again in a moment.")

// published waits until the replica has the link as it is now, here, too.
func (l *Links) published(ctx context.Context, accountID, id string) error {
	waiting, cancel := context.WithTimeout(ctx, givenUpAfter)
	defer cancel()
	for {
		link, err := l.Records.Report(ctx, accountID, id)
		if err != nil {
			return fmt.Errorf("ask whether the link is published: %w", err)
		}
		if link.Published >= link.Revision {
			if l.Arrived == nil || l.Arrived(waiting, link) == nil {
				return nil
			}
			return errNotPublished
		}
		select {
		case <-waiting.Done():
			return errNotPublished
		case <-time.After(asksEvery):
		}
	}
}

// opened is a link as its owner sees it.
func (l *Links) opened(link upslope.StoredReport) upslope.SharedReport {
	token, err := l.Keys.Open(link.AccountID, link.ID, link.Token)
	if err != nil {
		token = ""
	}
	return l.shown(link, token)
}

func (l *Links) shown(link upslope.StoredReport, token string) upslope.SharedReport {
	shown := link.SharedReport
	shown.Status = shown.StatusAt(l.Now())
	if token != "" {
		shown.ShareableURL = l.PublicURL + "/r/" + token
		shown.URL = shown.ShareableURL
	}
	return shown
}
