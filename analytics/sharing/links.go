// Package sharing gives reports public links that open anywhere, even while the origin is down.
//
// PostgreSQL has every link with its page, encrypted with a key derived from the token in the URL. One
// process, the publisher, mirrors them to a small database that is replicated to every edge; an edge serves
// links from its own disk and memory. A link is returned once the replica has it. The package owns links and
// their access control; it knows neither HTTP nor the replication.
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
	// givenUpAfter is the timeout for a link to reach the replica.
	givenUpAfter = 20 * time.Second
	// listsAnywayAfter is the timeout of a list for its newest link to reach the copy here.
	listsAnywayAfter = 2 * time.Second
	// asksEvery is the polling interval for the replica's state.
	asksEvery = 15 * time.Millisecond
)

// Records stores links. A link of another account is NotFound.
type Records interface {
	AddReport(ctx context.Context, link upslope.StoredReport) error
	Report(ctx context.Context, accountID, id string) (upslope.StoredReport, error)
	Reports(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.StoredReport, int64, error)
	ExtendReport(ctx context.Context, accountID, id string, until time.Time) error
	RevokeReport(ctx context.Context, accountID, id string, now time.Time) error
	DeleteReport(ctx context.Context, accountID, id string) error
	Version(ctx context.Context, accountID string) (int64, error)
}

// Reports renders reports as HTML.
type Reports interface {
	Page(ctx context.Context, accountID string, settings upslope.ReportSettings) (html []byte, err error)
}

// Keys encrypts what only a link's owner may read. Unavailable if no key is configured.
type Keys interface {
	Seal(accountID, linkID, token string) (sealed []byte, keyID int64, err error)
	Open(accountID, linkID string, sealed []byte) (token string, err error)
}

// Links manages links for their owners. It is safe for concurrent use.
type Links struct {
	Records   Records
	Reports   Reports
	Keys      Keys
	PublicURL string
	Now       func() time.Time

	// Arrived waits until this machine's copy of the replica has the link's revision; nil without a copy.
	Arrived func(ctx context.Context, link upslope.StoredReport) error
}

// CreateLink renders a report of validated settings and returns its link with the account's version, once it
// opens here and is replicating. Unavailable on a timeout; the link then never opens.
func (l *Links) CreateLink(ctx context.Context, accountID string, settings upslope.ReportSettings, terms upslope.LinkTerms) (upslope.SharedReport, int64, error) {
	html, err := l.Reports.Page(ctx, accountID, settings)
	if err != nil {
		return upslope.SharedReport{}, 0, err // for who asked
	}
	link, token, err := l.draft(accountID, settings, terms, html)
	if err != nil {
		return upslope.SharedReport{}, 0, err
	}
	if err := l.Records.AddReport(ctx, link); err != nil {
		return upslope.SharedReport{}, 0, fmt.Errorf("keep the link: %w", err)
	}
	link, err = l.published(ctx, link)
	if err != nil {
		// Without this, the link would still never open, but it would be listed.
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
	now := l.Now().UTC().Truncate(time.Microsecond) // the precision of PostgreSQL
	link = upslope.StoredReport{
		SharedReport: upslope.SharedReport{
			ID: uuid.NewString(), SiteID: settings.SiteID, ClientID: settings.ClientID, Title: settings.Title, DateRange: settings.DateRange,
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
	return link, token, err // for who asked
}

// pack compresses a page for transfer.
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

// Links returns one page of the account's links, newest first, and their total, once they open here: links
// that were made elsewhere, or whose maker ended before it answered, may still be on their way to the copy.
func (l *Links) Links(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.SharedReport, int64, error) {
	stored, total, err := l.Records.Reports(ctx, accountID, scope, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("read the links: %w", err)
	}
	links := make([]upslope.SharedReport, len(stored))
	var newest upslope.StoredReport // what is published later arrives later
	for i, link := range stored {
		if links[i] = l.opened(link); links[i].Status == "active" && link.Position > newest.Position {
			newest = link
		}
	}
	if l.Arrived != nil && newest.Position > 0 {
		waiting, cancel := context.WithTimeout(ctx, listsAnywayAfter)
		defer cancel()
		newest.Revision = newest.Published // a later one may be waiting to be published
		_ = l.Arrived(waiting, newest)     // without its storage, the copy is behind and the list still true
	}
	return links, total, nil
}

// ExtendLink extends a link to some days from now; Conflict if it has ended for good.
func (l *Links) ExtendLink(ctx context.Context, accountID, id string, days int) (upslope.SharedReport, int64, error) {
	if err := l.Records.ExtendReport(ctx, accountID, id, l.Now().AddDate(0, 0, days)); err != nil {
		return upslope.SharedReport{}, 0, err // for who asked
	}
	link, err := l.published(ctx, upslope.StoredReport{AccountID: accountID, SharedReport: upslope.SharedReport{ID: id}})
	if err != nil {
		return upslope.SharedReport{}, 0, err
	}
	version, err := l.Records.Version(ctx, accountID)
	return l.opened(link), version, err // likewise
}

// RevokeLink disables a link and returns the account's version. Unavailable if the replica cannot be updated
// yet; the publisher retries.
func (l *Links) RevokeLink(ctx context.Context, accountID, id string) (version int64, err error) {
	if err := l.Records.RevokeReport(ctx, accountID, id, l.Now()); err != nil {
		return 0, err // for who asked
	}
	if _, err := l.published(ctx, upslope.StoredReport{AccountID: accountID, SharedReport: upslope.SharedReport{ID: id}}); err != nil {
		return 0, err
	}
	return l.Records.Version(ctx, accountID) // likewise
}

var errNotPublished = upslope.Errorf(upslope.Unavailable,
	"Report links are unavailable right now. New links were not created; changes will take effect shortly. Try again in a moment.")

// published waits until the replica and the copy here have the link's revision, and returns the stored link.
func (l *Links) published(ctx context.Context, wanted upslope.StoredReport) (upslope.StoredReport, error) {
	waiting, cancel := context.WithTimeout(ctx, givenUpAfter)
	defer cancel()
	for {
		link, err := l.Records.Report(ctx, wanted.AccountID, wanted.ID)
		if err != nil {
			return wanted, fmt.Errorf("ask whether the link is published: %w", err)
		}
		if link.Published >= link.Revision {
			if l.Arrived == nil || l.Arrived(waiting, link) == nil {
				return link, nil
			}
			return wanted, errNotPublished
		}
		select {
		case <-waiting.Done():
			return wanted, errNotPublished
		case <-time.After(asksEvery):
		}
	}
}

// opened returns a link as its owner sees it.
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
		if link.LinkDomain != "" {
			shown.ShareableURL = "https://" + link.LinkDomain + "/r/" + token
		}
		shown.URL = shown.ShareableURL
	}
	return shown
}
