package localidp

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Check returns an error when the configuration does not allow a local sign-in.
func (c Config) Check() error {
	host, _, splitErr := net.SplitHostPort(c.Addr)
	public, err := url.Parse(c.PublicURL)
	switch {
	case c.Environment != "development":
		return fmt.Errorf("the local sign-in lets anybody be anybody: it works with APP_ENV=development only, not %q", c.Environment)
	case !c.Chosen && (splitErr != nil || reachOf(host) != machine):
		return fmt.Errorf("other machines can reach ADDR %s, where the local sign-in lets anybody be anybody; "+
			"set APP_ENV=development if that is meant, or the CLERK_ settings", c.Addr)
	case splitErr != nil || reachOf(host) == everywhere:
		return fmt.Errorf("anybody may be able to reach ADDR %s, where the local sign-in lets anybody be anybody; "+
			"listen on 127.0.0.1 or on one private address, or set the CLERK_ settings", c.Addr)
	case err != nil || reachOf(public.Hostname()) == everywhere:
		return fmt.Errorf("PUBLIC_URL %s is a public address, where the local sign-in would let anybody be anybody; "+
			"use APP_ENV=production and the CLERK_ settings there", c.PublicURL)
	}
	return nil
}

// reach says from where a host can be reached.
type reach int

const (
	machine reach = iota
	network       // a private one
	everywhere
)

// privateNames are domains that the public DNS never has (RFC 2606, 6762, 8375).
func privateNames() []string {
	return []string{".local", ".test", ".internal", ".home.arpa", ".example", ".invalid"}
}

func reachOf(host string) reach {
	ip, err := netip.ParseAddr(host)
	if err == nil {
		switch ip = ip.Unmap(); {
		case ip.IsLoopback():
			return machine
		case ip.IsPrivate(), ip.IsLinkLocalUnicast():
			return network
		}
		return everywhere
	}
	name := "." + strings.ToLower(strings.TrimSuffix(host, "."))
	endsWith := func(suffix string) bool { return strings.HasSuffix(name, suffix) }
	switch {
	case endsWith(".localhost"):
		return machine
	case slices.ContainsFunc(privateNames(), endsWith):
		return network
	}
	return everywhere
}
