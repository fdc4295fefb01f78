package sharing_test

import (
	"context"
	"net"
	"strings"
	"testing"

	"upslope"
	"upslope/analytics/sharing"
)

// names are the records of a name server.
type names struct {
	cname map[string]string
	host  map[string][]string
}

func (n names) LookupCNAME(_ context.Context, host string) (string, error) {
	if name, found := n.cname[host]; found {
		return name, nil
	}
	if _, found := n.host[host]; found {
		return host + ".", nil
	}
	return "", &net.DNSError{IsNotFound: true}
}

func (n names) LookupHost(_ context.Context, host string) ([]string, error) {
	if host == "slow.com" {
		return nil, &net.DNSError{IsTimeout: true}
	}
	if addresses, found := n.host[host]; found {
		return addresses, nil
	}
	return nil, &net.DNSError{IsNotFound: true}
}

func TestALinkDomainMustLeadHere(t *testing.T) {
	records := names{
		cname: map[string]string{"reports.agency.com": "app.upslope.example.", "old.agency.com": "elsewhere.example."},
		host: map[string][]string{
			"app.upslope.example": {"203.0.113.7", "2001:db8::7"}, "apex.com": {"203.0.113.7"}, "six.com": {"2001:DB8:0::7"},
			"other.com": {"198.51.100.1"}, "old.agency.com": {"198.51.100.2"},
		},
	}
	domains := sharing.Domains{Host: "app.upslope.example", Resolver: records}
	for domain, want := range map[string]string{
		"reports.agency.com": "", "apex.com": "", "six.com": "", "app.upslope.example": "",
		"other.com": "points somewhere else", "old.agency.com": "points somewhere else", "missing.com": "Add a CNAME record with the value app.upslope.example",
	} {
		err := domains.Check(t.Context(), domain)
		if want == "" && err != nil || want != "" && (upslope.CodeOf(err) != upslope.Invalid || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", domain, err, want)
		}
	}
	if err := domains.Check(t.Context(), "slow.com"); upslope.CodeOf(err) != upslope.Unavailable {
		t.Errorf("a name server that does not answer: %v", err)
	}
}
