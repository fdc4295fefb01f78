package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"upslope"
	"upslope/analytics/reports"
	"upslope/analytics/sharing"
	"upslope/infra/nats"
	"upslope/infra/pdf"
	"upslope/infra/replica"
	"upslope/ingest/connections/secrets"
)

const (
	// reportsChanged notifies edges of new data in the replica of reports.
	reportsChanged = "reports.changed"
	// looksEvery is how often an edge checks for missed changes.
	looksEvery = 15 * time.Second
	// viewsKind is the kind of jobs that count views.
	viewsKind = "views"
	// batchesKept is how long an edge may be offline and still retry a batch of views without counting it
	// twice.
	batchesKept = 90 * 24 * time.Hour
)

// opener opens links on an edge.
type opener struct {
	copy  *replica.Follower
	pages *sharing.Pages
	views *sharing.Views
}

// openLinks opens the local copy of reports without network access.
func (w *wiring) openLinks() error {
	copied, err := replica.OpenFollower(filepath.Join(w.config.DataDir, "reports-copy"), w.config.ReportsReplicaURL)
	if err != nil {
		return fmt.Errorf("REPORTS_REPLICA_URL: %w", err)
	}
	pages, err := sharing.NewPages(copied, w.config.ReportsMaxStaleness, time.Now)
	if err != nil {
		return err
	}
	tell := func(ctx context.Context, id string, batch []byte) error {
		return w.engines.queue.Publish(ctx, viewsKind, id, batch)
	}
	views, err := sharing.OpenViews(filepath.Join(w.config.DataDir, "views"), tell, time.Now, w.log)
	if err != nil {
		return err
	}
	w.opener = &opener{copy: copied, pages: pages, views: views}
	return nil
}

// follow keeps an edge's copy of reports up to date until ctx ends, and reports views.
func (w *wiring) follow(ctx context.Context) error {
	o := w.opener
	stop, err := w.engines.bus.Subscribe(reportsChanged, func(_ string, position []byte) {
		if at, err := strconv.ParseUint(string(position), 10, 64); err != nil || at != o.copy.Position() {
			o.copy.Poke()
		}
	})
	if err != nil {
		return err
	}
	defer stop()
	told := make(chan struct{})
	go func() {
		defer close(told)
		o.views.Run(ctx)
	}()
	failing := ""
	o.copy.Run(ctx, looksEvery, func(err error) {
		if text := err.Error(); text != failing { // logs an outage once
			w.log.WarnContext(ctx, "the copy of reports is not kept up to date", "error", err)
			failing = text
		}
	})
	<-told
	return nil
}

// publisher creates the writer of the replica of reports.
func (w *wiring) publisher() *sharing.Publisher {
	return &sharing.Publisher{
		Source: w.engines.records,
		Open: func(ctx context.Context) (sharing.Replica, error) {
			// The local copy may be older than the storage: another process may have published since.
			folder := filepath.Join(w.config.DataDir, "reports")
			if err := os.RemoveAll(folder); err != nil {
				return nil, fmt.Errorf("make room for the replica of reports: %w", err)
			}
			return replica.OpenWriter(ctx, filepath.Join(folder, "reports.db"), w.config.ReportsReplicaURL, sharing.Schema)
		},
		Poke: func(position uint64) {
			// edges also poll
			_ = w.engines.bus.Publish(reportsChanged, strconv.AppendUint(nil, position, 10))
		},
		Now: time.Now, Log: w.log,
	}
}

// reportLinks returns the service that creates, lists and revokes links.
func (w *wiring) reportLinks() (*sharing.Links, error) {
	keys, err := openKeys(w.config)
	if err != nil {
		return nil, err
	}
	made := &sharing.Links{
		Records: w.engines.records, Reports: w.reports(), Keys: linkKeys{keys}, PublicURL: w.config.PublicURL, Now: time.Now,
	}
	if w.opener != nil {
		made.Arrived = w.opener.pages.Arrived
	}
	return made, nil
}

// linkKeys encrypts the tokens of links with the keys of credentials.
type linkKeys struct{ *secrets.Keyset }

var errNoKeys = upslope.Errorf(upslope.Unavailable, "Report links are not set up. Ask your administrator.")

func ownerOfLink(accountID, linkID string) secrets.Owner {
	return secrets.Owner{AccountID: accountID, CredentialID: linkID, Kind: "report_link"}
}

// Seal encrypts a token for the account of its link.
func (k linkKeys) Seal(accountID, linkID, token string) (sealed []byte, keyID int64, err error) {
	if k.Keyset == nil {
		return nil, 0, errNoKeys
	}
	sealed, err = k.Keyset.Seal(secrets.Of(token), ownerOfLink(accountID, linkID))
	return sealed, k.Primary(), err
}

// Open decrypts the result of Seal.
func (k linkKeys) Open(accountID, linkID string, sealed []byte) (token string, err error) {
	if k.Keyset == nil {
		return "", errNoKeys
	}
	secret, err := k.Keyset.Open(sealed, ownerOfLink(accountID, linkID))
	return secret.Reveal(), err
}

// countViews returns the consumer that counts link views.
func (w *wiring) countViews() nats.Consumer {
	return nats.Consumer{
		Kind:        viewsKind,
		Concurrency: 1,
		Handle: func(ctx context.Context, message nats.Message) error {
			var batch sharing.ViewBatch
			if err := json.Unmarshal(message.Data, &batch); err != nil {
				return upslope.Errorf(upslope.Invalid, "Views %s cannot be read: %v", message.ID, err)
			}
			return w.engines.records.CountViews(ctx, batch.ID, batch.Views)
		},
		Dead: func(context.Context, nats.Message, error) error { return nil },
	}
}

// awaitReports waits until reports can be opened.
func (w *wiring) awaitReports(ctx context.Context) error {
	for {
		if err := w.opener.pages.Ready(ctx); err == nil || errors.Is(err, context.Canceled) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// linkDomains checks that domains of agencies lead to this installation.
func (w *wiring) linkDomains() sharing.Domains {
	domains := sharing.Domains{Resolver: net.DefaultResolver, Timeout: 8 * time.Second}
	public, err := url.Parse(w.config.PublicURL)
	if err != nil { // the edge refuses it, too
		return domains
	}
	domains.Host = public.Hostname()
	if public.Scheme == "https" {
		domains.Handshake = sharing.Handshake(net.JoinHostPort(public.Hostname(), cmp.Or(public.Port(), "443")), nil)
	}
	return domains
}

// clientReports renders and prints reports.
type clientReports struct {
	*reports.Maker
	printer *pdf.Printer
}

// Preview returns a report of current data as HTML. A preview is usually followed by printing, so it warms
// the browser.
func (r clientReports) Preview(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, error) {
	go func() { _ = r.printer.Warm() }() // printing reports the error
	report, err := r.Make(ctx, accountID, settings)
	if err != nil {
		return nil, err
	}
	return report.HTML()
}

// Page returns a report as the page of a link.
func (r clientReports) Page(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, error) {
	report, err := r.Make(ctx, accountID, settings)
	if err != nil {
		return nil, err
	}
	report.Shared = true
	return report.HTML()
}

// PrintPage returns the page of a link as PDF.
func (r clientReports) PrintPage(ctx context.Context, page []byte) (file []byte, name string, err error) {
	html, header, footer, name, err := reports.PrintPage(page)
	if err != nil {
		return nil, "", err
	}
	file, err = r.printer.Print(ctx, pdf.Document{HTML: string(html), Header: header, Footer: footer})
	return file, name, err
}

// PDF returns a report as PDF.
func (r clientReports) PDF(ctx context.Context, accountID string, settings upslope.ReportSettings) (file []byte, name string, err error) {
	report, err := r.Make(ctx, accountID, settings)
	if err != nil {
		return nil, "", err
	}
	file, err = r.Print(ctx, report)
	return file, report.FileName(), err
}

// documentOf returns the printable document of a report.
func documentOf(report reports.Report) (pdf.Document, error) {
	html, err := report.PrintHTML()
	if err != nil {
		return pdf.Document{}, err
	}
	header, footer, err := report.PrintParts()
	return pdf.Document{HTML: string(html), Header: header, Footer: footer}, err
}
