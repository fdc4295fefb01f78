package sharing_test

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/sharing"
)

const product = "app.upslope.example"

// agencies have domains for links, here and elsewhere.
func agencies() zone {
	return zone{
		cname: map[string]string{
			"reports.agency.com.": "app.upslope.example.", "reports.acme.com.": "clients.agency.com.", "clients.agency.com.": "app.upslope.example.",
			"old.agency.com.": "elsewhere.example.", "dangling.agency.com.": "ap.upslope.example.", "inside.agency.com.": "db.agency.com.",
		},
		addresses: map[string][]string{
			"app.upslope.example.": {"203.0.113.7", "2001:db8::7"}, "apex.com.": {"203.0.113.7"}, "six.com.": {"2001:db8::7"},
			"other.com.": {"198.51.100.1"}, "elsewhere.example.": {"198.51.100.2"}, "db.agency.com.": {"10.0.0.5"},
		},
		broken: map[string]bool{"broken.com.": true},
		silent: map[string]bool{"silent.com.": true},
	}
}

// domains look names up in a zone.
func domains(t *testing.T, z zone) sharing.Domains {
	return sharing.Domains{Host: product, Resolver: z.resolver(t), Timeout: 5 * time.Second}
}

func TestALinkDomainMustLeadHere(t *testing.T) {
	d := domains(t, agencies())
	for domain, want := range map[string]upslope.LinkDomain{
		product:               {State: upslope.DomainHere},
		"reports.agency.com":  {State: upslope.DomainHere},
		"reports.acme.com":    {State: upslope.DomainHere},
		"apex.com":            {State: upslope.DomainHere},
		"six.com":             {State: upslope.DomainHere},
		"other.com":           {State: upslope.DomainElsewhere, Message: "other.com points to 198.51.100.1. Point its CNAME record to app.upslope.example instead."},
		"old.agency.com":      {State: upslope.DomainElsewhere, Message: "old.agency.com points to elsewhere.example. Point its CNAME record to app.upslope.example instead."},
		"inside.agency.com":   {State: upslope.DomainElsewhere, Message: "inside.agency.com points to a private IP address. Point its CNAME record to app.upslope.example instead."},
		"missing.com":         {State: upslope.DomainMissing, Message: "Add a CNAME record for it that points to app.upslope.example"},
		"dangling.agency.com": {State: upslope.DomainMissing, Message: "Add a CNAME record for it that points to app.upslope.example"},
		"broken.com":          {State: upslope.DomainUnknown, Message: "Try again in a minute."},
	} {
		got := d.Look(t.Context(), domain)
		if got.Domain != domain || got.Target != product || got.State != want.State || !strings.Contains(got.Message, want.Message) {
			t.Errorf("%s: %+v, want %+v", domain, got, want)
		}
		refusal := got.Refusal()
		switch want.State {
		case upslope.DomainHere:
			if refusal != nil {
				t.Errorf("%s: %v", domain, refusal)
			}
		case upslope.DomainUnknown:
			if upslope.CodeOf(refusal) != upslope.Unavailable {
				t.Errorf("%s: %v", domain, refusal)
			}
		default:
			if upslope.CodeOf(refusal) != upslope.Invalid || refusal.Error() != got.Message {
				t.Errorf("%s: %v", domain, refusal)
			}
		}
	}
}

func TestAProductBehindACNAMERecordIsFoundByItsCanonicalName(t *testing.T) {
	z := agencies()
	z.cname["app.upslope.example."], z.addresses["edge.platform.example."] = "edge.platform.example.", []string{"203.0.113.9"}
	if got := domains(t, z).Look(t.Context(), "reports.agency.com"); got.State != upslope.DomainHere {
		t.Errorf("%+v", got)
	}
}

func TestAResolverThatIsSilentOrAwayLeavesADomainUnknown(t *testing.T) {
	d := domains(t, agencies())
	d.Timeout = 200 * time.Millisecond
	began := time.Now()
	if got := d.Look(t.Context(), "silent.com"); got.State != upslope.DomainUnknown || time.Since(began) > 3*time.Second {
		t.Errorf("%+v after %s", got, time.Since(began))
	}
	d.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("the network is away")
	}}
	if got := d.Look(t.Context(), "reports.agency.com"); got.State != upslope.DomainUnknown {
		t.Errorf("%+v", got)
	}
	z := agencies()
	z.slow = 50 * time.Millisecond
	if got := domains(t, z).Look(t.Context(), "apex.com"); got.State != upslope.DomainHere {
		t.Errorf("a slow resolver: %+v", got)
	}
	z = agencies()
	z.silent["app.upslope.example."] = true // ours
	d = domains(t, z)
	if d.Timeout = 200 * time.Millisecond; d.Look(t.Context(), "other.com").State != upslope.DomainUnknown {
		t.Error("a domain leads elsewhere though nobody knows where we are")
	}
}

func TestADomainWithoutACertificateIsNotForLinks(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS() // its certificate is for example.com and *.example.com
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	address := server.Listener.Addr().String()
	z := agencies()
	z.addresses["app.example.com."] = []string{"203.0.113.7"}
	z.cname["reports.example.com."], z.cname["reports.agency.com."] = "app.example.com.", "app.example.com."
	d := sharing.Domains{Host: "app.example.com", Resolver: z.resolver(t), Timeout: 5 * time.Second, Handshake: sharing.Handshake(address, roots)}
	if got := d.Look(t.Context(), "reports.example.com"); got.State != upslope.DomainHere || got.Message != "reports.example.com points here." {
		t.Errorf("%+v", got)
	}
	got := d.Look(t.Context(), "reports.agency.com")
	if got.State != upslope.DomainUncertified || !strings.Contains(got.Message, "has no certificate yet") || upslope.CodeOf(got.Refusal()) != upslope.Invalid {
		t.Errorf("%+v", got)
	}
	for what, unsure := range map[string]func(context.Context, string) error{
		"our own fails, too": sharing.Handshake(address, x509.NewCertPool()), "nothing listens": sharing.Handshake("127.0.0.1:1", roots),
	} {
		d.Handshake = unsure
		if got := d.Look(t.Context(), "reports.agency.com"); got.State != upslope.DomainHere || !strings.Contains(got.Message, "could not be checked") {
			t.Errorf("%s: %+v", what, got)
		}
	}
}
