// Package outbound makes HTTP requests to public addresses, and refuses internal ones (SSRF).
//
// Addresses are checked when dialing: every connection checks its resolved address, so that neither DNS
// rebinding nor a redirect reaches this machine, its networks or the cloud's metadata service.
package outbound

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"code.dny.dev/ssrf"
	"golang.org/x/net/http/httpproxy"
)

const dialTimeout = 10 * time.Second

// Transport reaches public addresses on ports 80 and 443, and the operator's addresses. Callers must set a
// time limit. Response headers are limited to 64 KB.
func Transport(operators ...string) (*http.Transport, error) { return transport(nil, operators) }

// Unguarded reaches every address, also internal ones: for development only.
func Unguarded() *http.Transport {
	made := newTransport()
	made.DialContext = (&net.Dialer{Timeout: dialTimeout}).DialContext
	return made
}

// Client uses a transport with a time limit, and follows no redirects.
func Client(by http.RoundTripper, limit time.Duration) *http.Client {
	return &http.Client{Transport: by, Timeout: limit, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// transport is Transport with a resolver; nil is the system's.
func transport(resolver *net.Resolver, operators []string) (*http.Transport, error) {
	allowed := map[string]bool{}
	proxies := httpproxy.FromEnvironment() // from the environment, so also set by the operator
	for _, address := range append(operators[:len(operators):len(operators)], proxies.HTTPProxy, proxies.HTTPSProxy) {
		if address == "" {
			continue
		}
		target, err := url.Parse(address)
		if err != nil || target.Hostname() == "" {
			return nil, fmt.Errorf("%q is not an address such as https://api.example.com", address)
		}
		allowed[hostPort(target)] = true
	}
	plain := &net.Dialer{Timeout: dialTimeout, Resolver: resolver}
	guarded := &net.Dialer{Timeout: dialTimeout, Resolver: resolver, Control: ssrf.New().Safe}
	made := newTransport()
	made.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if allowed[address] {
			return plain.DialContext(ctx, network, address)
		}
		return guarded.DialContext(ctx, network, address)
	}
	return made, nil
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConns: 100, IdleConnTimeout: 90 * time.Second,
		TLSHandshakeTimeout: dialTimeout, ExpectContinueTimeout: time.Second, MaxResponseHeaderBytes: 64 << 10,
	}
}

// hostPort returns the dial address of a URL.
func hostPort(target *url.URL) string {
	port := target.Port()
	if port == "" {
		port = "443"
		if target.Scheme == "http" {
			port = "80"
		}
	}
	return net.JoinHostPort(target.Hostname(), port)
}
