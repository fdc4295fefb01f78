package sharing_test

import (
	"context"
	"net"
	"net/netip"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// zone is what a name server knows; names end with a dot.
type zone struct {
	cname     map[string]string
	addresses map[string][]string
	broken    map[string]bool // answered with SERVFAIL
	silent    map[string]bool // not answered
	slow      time.Duration   // before each answer
}

// resolver returns what asks a name server of this machine, which answers over UDP.
func (z zone) resolver(t *testing.T) *net.Resolver {
	t.Helper()
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() {
		_ = socket.Close()
		<-done
	})
	go func() {
		defer close(done)
		packet := make([]byte, 1500)
		for {
			n, from, err := socket.ReadFrom(packet)
			if err != nil {
				return // closed
			}
			if answer := z.answer(packet[:n]); answer != nil {
				time.Sleep(z.slow)
				_, _ = socket.WriteTo(answer, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", socket.LocalAddr().String())
	}}
}

// answer follows the CNAME records of what is asked for, as a resolver does; nil for none.
func (z zone) answer(packet []byte) []byte {
	var message dnsmessage.Message
	if message.Unpack(packet) != nil || len(message.Questions) != 1 {
		return nil
	}
	asked := message.Questions[0]
	answer := dnsmessage.Message{Header: dnsmessage.Header{ID: message.ID, Response: true, RecursionAvailable: true}, Questions: message.Questions}
	name := asked.Name.String()
	if z.silent[name] {
		return nil
	}
	if z.broken[name] {
		answer.RCode = dnsmessage.RCodeServerFailure
	}
	for target := z.cname[name]; target != ""; name, target = target, z.cname[target] {
		answer.Answers = append(answer.Answers, resource(name, &dnsmessage.CNAMEResource{CNAME: dnsmessage.MustNewName(target)}))
	}
	if z.addresses[name] == nil && len(answer.Answers) == 0 && answer.RCode == 0 {
		answer.RCode = dnsmessage.RCodeNameError
	}
	for _, text := range z.addresses[name] {
		switch address := netip.MustParseAddr(text); {
		case address.Is4() && asked.Type == dnsmessage.TypeA:
			answer.Answers = append(answer.Answers, resource(name, &dnsmessage.AResource{A: address.As4()}))
		case address.Is6() && asked.Type == dnsmessage.TypeAAAA:
			answer.Answers = append(answer.Answers, resource(name, &dnsmessage.AAAAResource{AAAA: address.As16()}))
		}
	}
	packed, err := answer.Pack()
	if err != nil {
		panic(err)
	}
	return packed
}

func resource(name string, body dnsmessage.ResourceBody) dnsmessage.Resource {
	return dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: dnsmessage.MustNewName(name), Class: dnsmessage.ClassINET, TTL: 60}, Body: body}
}
