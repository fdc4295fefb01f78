package upslope

import "strings"

// LinkDomainState is where a domain for links leads.
type LinkDomainState string

const (
	DomainHere        LinkDomainState = "here"
	DomainMissing     LinkDomainState = "missing"     // DNS has no address of it
	DomainElsewhere   LinkDomainState = "elsewhere"   // to somebody else's server
	DomainUncertified LinkDomainState = "uncertified" // here, but browsers refuse it
	DomainUnknown     LinkDomainState = "unknown"     // it could not be looked up now
)

// LinkDomain is whether links can have a domain.
type LinkDomain struct {
	Domain  string          `json:"domain"`
	State   LinkDomainState `json:"state"`
	Target  string          `json:"target"`  // what its CNAME record must point to
	Message string          `json:"message"` // the state in words, with what to do
}

// Refusal is nil when links can have the domain, Unavailable when nobody knows, and otherwise Invalid.
func (d LinkDomain) Refusal() error {
	switch d.State {
	case DomainHere:
		return nil
	case DomainUnknown:
		return Errorf(Unavailable, "%s", d.Message)
	}
	return FieldErrorf("linkDomain", "%s", d.Message)
}

// CleanLinkDomain returns a domain for links as it is stored, or an Invalid Error.
func CleanLinkDomain(given string) (string, error) {
	domain, err := cleanHost(given)
	if err != nil || isReserved(domain[strings.LastIndexByte(domain, '.')+1:]) {
		return "", FieldErrorf("linkDomain", "Enter a domain of your own, such as reports.example.com.")
	}
	return domain, nil
}

// isReserved reports whether names under a top-level domain can be in private DNS only.
func isReserved(topLevel string) bool {
	switch topLevel {
	case "internal", "intranet", "flycast", "local", "localhost", "lan", "home", "corp", "arpa", "test", "invalid", "onion":
		return true
	}
	return false
}
