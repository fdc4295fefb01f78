package ownership_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/ownership"
)

// world is one site, what its name server and its web server answer, and what is stored of it.
type world struct {
	txt    []string
	dns    error
	status int
	body   string
	www    string // the file of the www host
	stored upslope.Ownership
	now    time.Time
	asked  []string
}

var site = upslope.Site{ID: "7d2", AccountID: "a1", Domain: "example.com"}

const text = "upslope-site=7d2"

func (w *world) SiteOwnership(context.Context, string, string) (upslope.Ownership, error) {
	return w.stored, nil
}

func (w *world) SetSiteProof(_ context.Context, accountID, siteID string, proof upslope.Proof, now time.Time) error {
	if accountID != "a1" || siteID != "7d2" {
		return errors.New("another site")
	}
	w.stored = upslope.Ownership{Proof: proof, ProvenAt: &now}
	return nil
}

func (w *world) RoundTrip(request *http.Request) (*http.Response, error) {
	w.asked = append(w.asked, request.URL.String())
	if strings.HasPrefix(request.URL.Host, "www.") {
		if w.www == "" {
			return nil, errors.New("no such host")
		}
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(w.www)), Request: request}, nil
	}
	if w.status == 0 {
		return nil, errors.New("refused")
	}
	return &http.Response{StatusCode: w.status, Header: http.Header{"Location": {"https://elsewhere.example/"}}, Body: io.NopCloser(strings.NewReader(w.body)), Request: request}, nil
}

func (w *world) open() *ownership.Ownership {
	return &ownership.Ownership{
		Records: w, Transport: w, Now: func() time.Time { return w.now },
		LookupTXT: func(_ context.Context, name string) ([]string, error) {
			w.asked = append(w.asked, name)
			return w.txt, w.dns
		},
	}
}

func TestASiteIsProvenByARecordOrAFile(t *testing.T) {
	notFound := &net.DNSError{IsNotFound: true}
	for name, test := range map[string]struct {
		world world
		proof upslope.Proof
		want  string // in the message
	}{
		"a record":                   {world: world{txt: []string{"v=spf1 -all", " " + text}}, proof: upslope.DNSProof},
		"a file":                     {world: world{dns: notFound, status: 200, body: text + "\r\n"}, proof: upslope.FileProof},
		"a file beside a record":     {world: world{txt: []string{"upslope-site=other"}, status: 200, body: text}, proof: upslope.FileProof},
		"a file beyond a redirect":   {world: world{dns: notFound, status: 301, www: text}, proof: upslope.FileProof},
		"another file there":         {world: world{dns: notFound, status: 301, www: "x"}, want: "https://www.example.com/.well-known/upslope.txt does not contain"},
		"neither":                    {world: world{dns: notFound, status: 404}, want: "_upslope.example.com has no TXT record, and https://example.com/.well-known/upslope.txt answered 404."},
		"those of another account":   {world: world{txt: []string{"upslope-site=other"}, status: 200, body: "upslope-site=other"}, want: `the TXT record of _upslope.example.com is "upslope-site=other", and https://example.com/.well-known/upslope.txt does not contain the expected text.`},
		"a redirect":                 {world: world{dns: notFound, status: 301, body: text}, want: "answered 301"},
		"a page that mentions it":    {world: world{dns: notFound, status: 200, body: "<p>" + text + "</p>"}, want: "does not contain the expected text"},
		"servers that do not answer": {world: world{dns: errors.New("timeout")}, want: "_upslope.example.com could not be looked up, and https://example.com/.well-known/upslope.txt did not answer."},
	} {
		t.Run(name, func(t *testing.T) {
			w := test.world
			w.now = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
			found, err := w.open().Check(t.Context(), "a1", site)
			if test.proof != "" && (err != nil || found.Proof != test.proof || w.stored.Proof != test.proof || !found.Holds(w.now)) {
				t.Errorf("got %+v, %v, stored %+v", found, err, w.stored)
			}
			if test.proof == "" && (upslope.CodeOf(err) != upslope.Unprocessable || !strings.Contains(err.Error(), test.want) || w.stored.Proof != "") {
				t.Errorf("got %v, stored %+v", err, w.stored)
			}
		})
	}
}

func TestLargeAndFastCrawlsNeedAProofThatStillHolds(t *testing.T) {
	now := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	before := func(days int) *time.Time { return new(now.AddDate(0, 0, -days)) }
	large, fast := upslope.SiteCrawl{AccountID: "a1", MaxPages: 501}, upslope.SiteCrawl{AccountID: "a1", MaxPages: 100, Options: upslope.CrawlOptions{Fast: true}}
	for name, test := range map[string]struct {
		crawl   upslope.SiteCrawl
		stored  upslope.Ownership
		txt     string
		allowed bool
		asks    bool // the site is looked up again
	}{
		"a small one needs none":              {crawl: upslope.SiteCrawl{AccountID: "a1", MaxPages: 500}, allowed: true},
		"a large one needs one":               {crawl: large},
		"a fast one needs one":                {crawl: fast},
		"Search Console is one":               {crawl: large, stored: upslope.Ownership{Proof: upslope.SearchConsoleProof}, allowed: true},
		"a record is one for a month":         {crawl: fast, stored: upslope.Ownership{Proof: upslope.DNSProof, ProvenAt: before(29)}, allowed: true},
		"and then is looked up again":         {crawl: large, stored: upslope.Ownership{Proof: upslope.DNSProof, ProvenAt: before(31)}, txt: text, allowed: true, asks: true},
		"which fails when it is gone":         {crawl: large, stored: upslope.Ownership{Proof: upslope.DNSProof, ProvenAt: before(31)}, asks: true},
		"nobody without a proof is looked up": {crawl: large, txt: text},
	} {
		t.Run(name, func(t *testing.T) {
			w := world{now: now, stored: test.stored, txt: []string{test.txt}}
			err := w.open().Require(t.Context(), test.crawl, site)
			if (err == nil) != test.allowed || err != nil && (upslope.CodeOf(err) != upslope.Forbidden || !strings.Contains(err.Error(), "you own example.com")) {
				t.Errorf("got %v, want allowed %v", err, test.allowed)
			}
			if (len(w.asked) > 0) != test.asks {
				t.Errorf("it looked for %q", w.asked)
			}
		})
	}
	w := world{now: now}
	local := w.open()
	if local.Unlimited = true; local.Require(t.Context(), large, site) != nil {
		t.Error("a site on a developer's machine needs a proof")
	}
}
