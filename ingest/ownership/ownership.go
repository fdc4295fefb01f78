// Package ownership checks that a site belongs to the account that crawls it: by Search Console access, a DNS record or a
// file. It does not own what a proof allows.
package ownership

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"upslope"
)

const (
	checkTimeout = 10 * time.Second
	maxFile      = 4 << 10
)

// Records stores proofs.
type Records interface {
	// SiteOwnership returns the proof of a site, or NotFound.
	SiteOwnership(ctx context.Context, accountID, siteID string) (upslope.Ownership, error)
	SetSiteProof(ctx context.Context, accountID, siteID string, proof upslope.Proof, now time.Time) error
}

// Ownership knows which sites are proven.
type Ownership struct {
	Records   Records
	Transport http.RoundTripper // reaches public addresses only
	LookupTXT func(ctx context.Context, name string) ([]string, error)
	Unlimited bool // no site needs a proof: on a developer's machine
	Now       func() time.Time
}

// Of returns the proof of a site, as it was last known.
func (o *Ownership) Of(ctx context.Context, accountID string, site upslope.Site) (upslope.Ownership, error) {
	owned, err := o.Records.SiteOwnership(ctx, accountID, site.ID)
	described := site.Ownership()
	described.Proof, described.ProvenAt, described.Unlimited = owned.Proof, owned.ProvenAt, o.Unlimited
	return described, err
}

// Require returns nil when a crawl needs no proof or its site has one, looking up again what was looked up long ago; else a
// Forbidden Error that says how to give one.
func (o *Ownership) Require(ctx context.Context, crawl upslope.SiteCrawl, site upslope.Site) error {
	if !crawl.NeedsProof() {
		return nil
	}
	owned, err := o.Of(ctx, crawl.AccountID, site)
	if err != nil || owned.Holds(o.Now()) {
		return err
	}
	if owned.Proof != upslope.NoProof {
		if _, err := o.Check(ctx, crawl.AccountID, site); err == nil {
			return nil
		}
	}
	return upslope.Errorf(upslope.Forbidden, "Crawls of more than %d pages, and faster ones, need proof that %s is yours. Connect Search Console for it, or add the DNS record or the file that Technical, Crawler shows for such a crawl.",
		upslope.UnprovenCrawl, site.Domain)
}

// Check looks for the record and the file of a site now. It returns an Unprocessable Error that says what was found in
// their place.
func (o *Ownership) Check(ctx context.Context, accountID string, site upslope.Site) (upslope.Ownership, error) {
	owned, err := o.Of(ctx, accountID, site)
	if err != nil || owned.Proof == upslope.SearchConsoleProof {
		return owned, err
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	proof := upslope.DNSProof
	fault := o.record(ctx, owned)
	if fault != nil {
		other := o.file(ctx, owned)
		proof, fault = upslope.FileProof, errors.Join(fault, other)
		if other == nil {
			fault = nil
		}
	}
	if fault != nil {
		said := strings.Split(fault.Error(), "\n")
		return owned, upslope.Errorf(upslope.Unprocessable, "No proof was found: %s. New DNS records can take an hour to show.", strings.Join(said, ", and "))
	}
	now := o.Now().UTC()
	owned.Proof, owned.ProvenAt = proof, &now
	return owned, o.Records.SetSiteProof(context.WithoutCancel(ctx), accountID, site.ID, proof, now) //nolint:wrapcheck // says what failed
}

// record looks for the DNS record.
func (o *Ownership) record(ctx context.Context, owned upslope.Ownership) error {
	found, err := o.LookupTXT(ctx, owned.DNSName)
	var missing *net.DNSError
	switch {
	case errors.As(err, &missing) && missing.IsNotFound, err == nil && len(found) == 0:
		return fmt.Errorf("%s has no TXT record", owned.DNSName)
	case err != nil:
		return fmt.Errorf("%s could not be looked up", owned.DNSName)
	case !slices.ContainsFunc(found, func(text string) bool { return strings.TrimSpace(text) == owned.DNSValue }):
		return fmt.Errorf("the TXT record of %s is %q", owned.DNSName, shortened(found[0]))
	}
	return nil
}

// file looks for the file. It follows no redirects, which could lead to a page that others write.
func (o *Ownership) file(ctx context.Context, owned upslope.Ownership) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, owned.FileURL, nil)
	if err != nil {
		return fmt.Errorf("%s is no web address", owned.FileURL)
	}
	response, err := o.Transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("%s did not answer", owned.FileURL)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %d", owned.FileURL, response.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxFile))
	if err != nil || strings.TrimSpace(string(text)) != owned.DNSValue {
		return fmt.Errorf("%s has another text", owned.FileURL)
	}
	return nil
}

func shortened(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return text
}
