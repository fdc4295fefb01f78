// Package ownership checks that a site belongs to the account that crawls it: by Search Console access, a DNS
// record or a file. It does not own what a proof allows.
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
	lookupTimeout = 5 * time.Second
	fileTimeout   = 10 * time.Second
	maxFile       = 4 << 10
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
	UserAgent string
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

// Require returns nil when a crawl needs no proof or its site has one, looking up again what was looked up
// long ago; else a Forbidden Error that says how to give one.
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
	return upslope.Errorf(upslope.Forbidden, "To crawl more than %d pages or to crawl faster, verify that you own %s: connect its Search Console property, or add the DNS record or the file that Technical → Crawler shows.",
		upslope.UnprovenCrawl, site.Domain)
}

// Check looks for the record and the file of a site now. It returns an Unprocessable Error that says what was
// found in their place.
func (o *Ownership) Check(ctx context.Context, accountID string, site upslope.Site) (upslope.Ownership, error) {
	owned, err := o.Of(ctx, accountID, site)
	if err != nil || owned.Proof == upslope.SearchConsoleProof {
		return owned, err
	}
	proof := upslope.DNSProof
	if fault := o.record(ctx, owned); fault != nil {
		proof = upslope.FileProof
		if other := o.file(ctx, owned.FileURL, owned.DNSValue); other != nil {
			if www := o.file(ctx, "https://www."+strings.TrimPrefix(owned.FileURL, "https://"), owned.DNSValue); www != nil {
				return owned, upslope.Errorf(upslope.Unprocessable, "Ownership could not be verified: %v, and %v. New DNS records can take an hour to appear.", fault, worse(other, www))
			}
		}
	}
	now := o.Now().UTC()
	owned.Proof, owned.ProvenAt = proof, &now
	return owned, o.Records.SetSiteProof(ctx, accountID, site.ID, proof, now) //nolint:wrapcheck // says what failed
}

// errSilent is that a server did not answer at all.
var errSilent = errors.New("did not answer")

// worse is what to tell of two files that were not found: the site may have no www host, or redirect to it.
func worse(bare, www error) error {
	if errors.Is(www, errSilent) {
		return bare
	}
	return www
}

// record looks for the DNS record.
func (o *Ownership) record(ctx context.Context, owned upslope.Ownership) error {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
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
func (o *Ownership) file(ctx context.Context, address, text string) error {
	ctx, cancel := context.WithTimeout(ctx, fileTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("%s is not a web address", address)
	}
	request.Header.Set("User-Agent", o.UserAgent)
	response, err := o.Transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("%s %w", address, errSilent)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %d", address, response.StatusCode)
	}
	found, err := io.ReadAll(io.LimitReader(response.Body, maxFile))
	if err != nil || strings.TrimSpace(string(found)) != text {
		return fmt.Errorf("%s does not contain the expected text", address)
	}
	return nil
}

func shortened(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return text
}
