package upslope

import (
	"time"
)

// Ownership is the proof that a site belongs to its account: larger and faster crawls of it need one.
type Ownership struct {
	Proof     Proof      `json:"proof"`
	ProvenAt  *time.Time `json:"provenAt"` // of the last check; nil for proofs that are not checked
	DNSName   string     `json:"dnsName" db:"-"`
	DNSValue  string     `json:"dnsValue" db:"-"` // a TXT record of that name proves it
	FileURL   string     `json:"fileUrl" db:"-"`  // a file with the same text proves it
	Unlimited bool       `json:"-" db:"-"`        // it needs no proof: local sites on a developer's machine
}

// Proof is how it is known that a site belongs to its account; NoProof when it is not.
type Proof string

// The proofs.
const (
	NoProof            Proof = ""
	SearchConsoleProof Proof = "search-console" // its connection can read the property
	DNSProof           Proof = "dns"
	FileProof          Proof = "file"
)

// proofLifetime is how long a record or a file proves a site without being looked up again.
const proofLifetime = 30 * 24 * time.Hour

// UnprovenCrawl is the most pages that a crawl reads of a site without proof.
const UnprovenCrawl = 500

// Ownership describes how the site can be proven.
func (s Site) Ownership() Ownership {
	return Ownership{DNSName: "_upslope." + s.Domain, DNSValue: "upslope-site=" + s.ID, FileURL: "https://" + s.Domain + "/.well-known/upslope.txt"}
}

// Holds reports whether the site is proven now.
func (o Ownership) Holds(now time.Time) bool {
	switch o.Proof {
	case SearchConsoleProof:
		return true
	case DNSProof, FileProof:
		return o.ProvenAt != nil && now.Sub(*o.ProvenAt) < proofLifetime
	}
	return o.Unlimited
}

// NeedsProof reports whether a crawl is larger or faster than an owner has to accept from strangers.
func (c SiteCrawl) NeedsProof() bool { return c.MaxPages > UnprovenCrawl || c.Options.Fast }

// WithoutProof is the crawl as far as it needs no proof.
func (c SiteCrawl) WithoutProof() SiteCrawl {
	c.MaxPages, c.Options.Fast = min(c.MaxPages, UnprovenCrawl), false
	return c
}
