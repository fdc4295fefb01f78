package outbound

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"code.dny.dev/ssrf"
	"golang.org/x/net/dns/dnsmessage"
)

// names starts a DNS server; answer returns the address for the n-th query, counted from 1.
func names(t *testing.T, answer func(n int64) netip.Addr) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	var asked atomic.Int64
	go func() {
		packet := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(packet)
			if err != nil {
				return
			}
			var message dnsmessage.Message
			if message.Unpack(packet[:n]) != nil || len(message.Questions) != 1 {
				continue
			}
			message.Response, message.Additionals = true, nil
			question := message.Questions[0]
			header := dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: question.Class}
			address := netip.Addr{}
			if question.Type == dnsmessage.TypeA {
				address = answer(asked.Add(1))
			}
			if address.Is4() {
				message.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: address.As4()}}}
			}
			if packed, err := message.Pack(); err == nil {
				_, _ = server.WriteTo(packed, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

func get(t *testing.T, by *http.Transport, address string) error {
	t.Helper()
	client := &http.Client{Transport: by, Timeout: 2 * time.Second}
	defer by.CloseIdleConnections()
	response, err := client.Get(address)
	if err == nil {
		_ = response.Body.Close()
	}
	return err
}

func refused(err error) bool {
	return errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedPort)
}

func TestInternalAddressesAreRefused(t *testing.T) {
	by, err := transport(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{
		"127.0.0.1", "127.255.0.9", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1",
		"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[fd00:ec2::254]", "[fe80::1]", "[ff02::1]", "[2002:7f00:1::]", "[2001:db8::1]",
		"localhost",
	} {
		if err := get(t, by, "http://"+host+"/"); !refused(err) {
			t.Errorf("%s: %v, want it refused before it is dialled", host, err)
		}
	}
	for _, port := range []string{"22", "25", "5432", "6379", "8080", "8443"} {
		if err := get(t, by, "http://93.184.216.34:"+port+"/"); !errors.Is(err, ssrf.ErrProhibitedPort) {
			t.Errorf("port %s: %v", port, err)
		}
	}
}

// DNS rebinding: the first answer is a public address, the second an internal one.
func TestDNSRebindingIsRefused(t *testing.T) {
	by, err := transport(names(t, func(n int64) netip.Addr {
		if n == 1 {
			return netip.MustParseAddr("93.184.216.34")
		}
		return netip.MustParseAddr("127.0.0.1")
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := get(t, by, "http://rebinding.example.com./"); refused(err) {
		t.Errorf("a public address is refused: %v", err)
	}
	if err := get(t, by, "http://rebinding.example.com./"); !refused(err) {
		t.Errorf("the second time: %v", err)
	}
}

func TestOperatorAddressesAreReachableAndTheirRedirectsAreChecked(t *testing.T) {
	asked := false
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	t.Cleanup(inside.Close)
	operators := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, inside.URL, http.StatusFound)
		}
	}))
	t.Cleanup(operators.Close)
	by, err := Transport(operators.URL, "https://api.example.com", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := get(t, by, operators.URL+"/"); err != nil {
		t.Errorf("the operator's own: %v", err)
	}
	if err := get(t, by, operators.URL+"/away"); !refused(err) || asked {
		t.Errorf("a redirect to another address inside: %v", err)
	}
	if _, err := Transport("no address"); err == nil || !strings.Contains(err.Error(), "no address") {
		t.Errorf("a setting that is no address: %v", err)
	}
}

// TestNothingPrivateIsReachedInTenThousandAttempts tries generated addresses inside: written as IPv4, inside
// of IPv6, as numbers that browsers read as addresses, and behind names.
func TestNothingPrivateIsReachedInTenThousandAttempts(t *testing.T) {
	var prefixes []netip.Prefix
	for _, text := range []string{"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4"} {
		prefixes = append(prefixes, netip.MustParsePrefix(text))
	}
	random := rand.New(rand.NewPCG(7, 38)) //nolint:gosec // the same attempts every time
	inside := func() netip.Addr {
		prefix := prefixes[random.IntN(len(prefixes))]
		bits, host := prefix.Addr().As4(), random.Uint32()>>prefix.Bits()
		return netip.AddrFrom4([4]byte{bits[0] | byte(host>>24), bits[1] | byte(host>>16), bits[2] | byte(host>>8), bits[3] | byte(host)})
	}
	var named atomic.Pointer[netip.Addr]
	by, err := transport(names(t, func(int64) netip.Addr { return *named.Load() }), nil)
	if err != nil {
		t.Fatal(err)
	}
	for attempt := range 10_000 {
		address := inside()
		bits := address.As4()
		named.Store(&address)
		host := address.String()
		switch attempt % 6 {
		case 1:
			host = netip.AddrFrom16(address.As16()).String() // ::ffff:10.0.0.1
		case 2:
			host = fmt.Sprintf("64:ff9b::%02x%02x:%02x%02x", bits[0], bits[1], bits[2], bits[3])
		case 3:
			host = fmt.Sprintf("2002:%02x%02x:%02x%02x::%x", bits[0], bits[1], bits[2], bits[3], random.IntN(1<<16))
		case 4:
			host = []string{"fc00", "fd12", "fe80", "fec0", "ff02"}[random.IntN(5)] + fmt.Sprintf("::%x", 1+random.IntN(1<<15))
		case 5:
			host = []string{
				fmt.Sprintf("%d.", uint32(bits[0])<<24|uint32(bits[1])<<16|uint32(bits[2])<<8|uint32(bits[3])),
				fmt.Sprintf("0x%x.0x%x.0x%x.0x%x.", bits[0], bits[1], bits[2], bits[3]),
				fmt.Sprintf("inside-%d.example.com.", attempt),
			}[random.IntN(3)]
			if attempt%60 != 5 { // names ask the resolver, which takes a while
				host = address.String()
			}
		}
		connection, err := by.DialContext(t.Context(), "tcp", net.JoinHostPort(host, "80"))
		if err == nil {
			_ = connection.Close()
			t.Fatalf("%s was reached", host)
		}
		if unknown, noName := errors.AsType[*net.DNSError](err); !refused(err) && !(noName && unknown.IsNotFound) {
			t.Fatalf("%s: %v, want it refused before it is dialed", host, err)
		}
	}
}
