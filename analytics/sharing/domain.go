package sharing

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"upslope"
)

// Resolver looks names up; net.Resolver is one.
type Resolver interface {
	LookupCNAME(ctx context.Context, host string) (string, error)
	LookupHost(ctx context.Context, host string) ([]string, error)
}

// Domains looks up the domains that agencies want for their links. It connects to no address that it finds.
type Domains struct {
	Host     string // of PUBLIC_URL, without a port
	Resolver Resolver
	Timeout  time.Duration // of everything about a domain: a person waits for it
	// Handshake opens a TLS connection to PUBLIC_URL under a name; nil where that is not https.
	Handshake func(ctx context.Context, name string) error
}

// Look says where a domain leads.
func (d Domains) Look(ctx context.Context, domain string) upslope.LinkDomain {
	ctx, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	found := upslope.LinkDomain{Domain: domain, Target: d.Host}
	found.State, found.Message = d.look(ctx, domain)
	return found
}

func (d Domains) look(ctx context.Context, domain string) (upslope.LinkDomainState, string) {
	unknown := fmt.Sprintf("%s could not be looked up right now. Try again in a minute.", domain)
	if strings.EqualFold(domain, d.Host) {
		return upslope.DomainHere, domain + " points here."
	}
	theirs, err := d.records(ctx, domain)
	if missing, is := errors.AsType[*net.DNSError](err); is && missing.IsNotFound {
		return upslope.DomainMissing, fmt.Sprintf("DNS doesn’t point %s here yet. Add a CNAME record for it that points to %s. DNS changes can take an hour to show up.", domain, d.Host)
	} else if err != nil {
		return upslope.DomainUnknown, unknown
	}
	if strings.EqualFold(theirs.canonical, d.Host) {
		return d.certified(ctx, domain)
	}
	ours, err := d.records(ctx, d.Host)
	if err != nil {
		return upslope.DomainUnknown, unknown
	}
	if theirs.leadTo(ours) {
		return d.certified(ctx, domain)
	}
	return upslope.DomainElsewhere, fmt.Sprintf("%s points to %s. Point its CNAME record to %s instead.", domain, theirs.destination(domain), d.Host)
}

// certified says whether browsers accept a domain that leads here: not if the handshake fails under it alone.
func (d Domains) certified(ctx context.Context, domain string) (upslope.LinkDomainState, string) {
	works := func(name string) bool {
		ctx, cancel := context.WithTimeout(ctx, d.Timeout/4)
		defer cancel()
		return d.Handshake(ctx, name) == nil
	}
	if d.Handshake == nil || works(domain) || works(domain) { // the network may fail once
		return upslope.DomainHere, domain + " points here."
	}
	if !works(d.Host) {
		return upslope.DomainHere, domain + " points here. Its certificate could not be checked."
	}
	return upslope.DomainUncertified, fmt.Sprintf("%s points here, but has no certificate yet, so visitors would see a security warning. Ask support to install one.", domain)
}

// Handshake returns a function that opens a TLS connection to an address under a name. Without roots the
// system's count.
func Handshake(address string, roots *x509.CertPool) func(ctx context.Context, name string) error {
	return func(ctx context.Context, name string) error {
		dialer := tls.Dialer{Config: &tls.Config{ServerName: name, RootCAs: roots, MinVersion: tls.VersionTLS12}}
		conn, err := dialer.DialContext(ctx, "tcp", address)
		if err != nil {
			return err
		}
		return conn.Close()
	}
}

// records are what DNS knows of a name.
type records struct {
	canonical string // the name at the end of its CNAME records
	addresses []string
}

// records looks a name up. The dot at its end keeps the search list of this machine out.
func (d Domains) records(ctx context.Context, name string) (found records, err error) {
	if net.ParseIP(name) != nil {
		return records{name, []string{name}}, nil
	}
	if found.canonical, err = d.Resolver.LookupCNAME(ctx, name+"."); err != nil {
		return found, err
	}
	found.canonical = strings.TrimSuffix(found.canonical, ".")
	found.addresses, err = d.Resolver.LookupHost(ctx, name+".")
	return found, err
}

// leadTo reports whether two names have a canonical name or an address in common.
func (r records) leadTo(other records) bool {
	return strings.EqualFold(r.canonical, other.canonical) || slices.ContainsFunc(r.addresses, func(address string) bool {
		ip := net.ParseIP(address)
		return ip != nil && slices.ContainsFunc(other.addresses, func(theirs string) bool { return ip.Equal(net.ParseIP(theirs)) })
	})
}

// carriers are addresses behind the address translation of carriers and clouds (RFC 6598).
var carriers = netip.MustParsePrefix("100.64.0.0/10")

// destination is where the records of a name lead to; what only a private network knows is not told.
func (r records) destination(name string) string {
	for _, address := range r.addresses {
		if ip, err := netip.ParseAddr(address); err != nil || !ip.IsGlobalUnicast() || ip.IsPrivate() || carriers.Contains(ip.Unmap()) {
			return "a private IP address"
		}
	}
	if strings.EqualFold(r.canonical, name) {
		return r.addresses[0]
	}
	return r.canonical
}
