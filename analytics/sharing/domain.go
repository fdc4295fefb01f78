package sharing

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"time"

	"upslope"
)

// domainTimeout bounds a look-up that a person waits for.
const domainTimeout = 8 * time.Second

// Resolver looks names up; net.Resolver is one.
type Resolver interface {
	LookupCNAME(ctx context.Context, host string) (string, error)
	LookupHost(ctx context.Context, host string) ([]string, error)
}

// Domains checks the domains that agencies want for their links.
type Domains struct {
	Host     string // of PUBLIC_URL, without a port
	Resolver Resolver
}

// Check returns nil when a domain leads here, an Invalid Error that says what to set, or Unavailable.
func (d Domains) Check(ctx context.Context, domain string) error {
	ctx, cancel := context.WithTimeout(ctx, domainTimeout)
	defer cancel()
	if strings.EqualFold(domain, d.Host) {
		return nil
	}
	if name, err := d.Resolver.LookupCNAME(ctx, domain); err == nil && strings.EqualFold(strings.TrimSuffix(name, "."), d.Host) {
		return nil
	}
	theirs, err := d.Resolver.LookupHost(ctx, domain)
	if missing, is := errors.AsType[*net.DNSError](err); err != nil && (!is || !missing.IsNotFound) {
		return upslope.Errorf(upslope.Unavailable, "%s could not be looked up right now. Try again in a minute.", domain)
	}
	if len(theirs) == 0 {
		return upslope.FieldErrorf("linkDomain", "%s does not exist yet. Add a CNAME record with the value %s, and save again once it appears, which can take an hour.", domain, d.Host)
	}
	ours, err := d.Resolver.LookupHost(ctx, d.Host)
	if err == nil && slices.ContainsFunc(theirs, func(address string) bool { return sameAddress(ours, address) }) {
		return nil
	}
	return upslope.FieldErrorf("linkDomain", "%s points somewhere else. Set its CNAME record to %s.", domain, d.Host)
}

// sameAddress reports whether an address is among others, however it is written.
func sameAddress(addresses []string, wanted string) bool {
	ip := net.ParseIP(wanted)
	return slices.ContainsFunc(addresses, func(address string) bool { return ip != nil && ip.Equal(net.ParseIP(address)) })
}
