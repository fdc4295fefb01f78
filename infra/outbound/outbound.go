// Package outbound reaches addresses outside on behalf of the product, and nothing inside on behalf of anybody else.
//
// What is dialled is checked when it is: the resolved address, for each connection anew, so that neither a name that changes its mind nor
// a redirect leads to this machine, its networks or the metadata of its cloud.
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

// Transport reaches public addresses, at the ports 80 and 443, and wherever the operator's addresses are. What it is asked for must have a
// time limit of its own; answers may have headers of 64 KB.
func Transport(operators ...string) (*http.Transport, error) { return transport(nil, operators) }

// transport is Transport with names resolved by resolver, the system's when nil.
func transport(resolver *net.Resolver, operators []string) (*http.Transport, error) {
	allowed := map[string]bool{}
	proxies := httpproxy.FromEnvironment() // of the environment: the operator's, too
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
	made := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConns: 100, IdleConnTimeout: 90 * time.Second,
		TLSHandshakeTimeout: dialTimeout, ExpectContinueTimeout: time.Second, MaxResponseHeaderBytes: 64 << 10,
	}
	made.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if allowed[address] {
			return plain.DialContext(ctx, network, address)
		}
		return guarded.DialContext(ctx, network, address)
	}
	return made, nil
}

// hostPort is what a transport dials for an address.
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
