package pages

import (
	"net"
	"strings"
)

// Address is the product's own, by its public URL.
type Address struct {
	Secure bool   // https
	Host   string // without a port
}

// AddressOf returns the address at which people sign in.
func AddressOf(auth Auth) Address {
	return Address{Secure: auth.Secure(), Host: hostName(auth.PublicHost())}
}

// elsewhere returns the domain of an agency that a request is for, which shows its reports and nothing of
// ours; "" for our own. Addresses and the platform's own names are no such domains.
func (a Address) elsewhere(host string) string {
	host = hostName(host)
	if !a.Secure || host == a.Host || !strings.Contains(host, ".") || net.ParseIP(strings.Trim(host, "[]")) != nil ||
		strings.HasSuffix(host, ".internal") || strings.HasSuffix(host, ".fly.dev") {
		return ""
	}
	return host
}

// hostName returns a host as domains are stored: without a port or the dot of the root.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}
