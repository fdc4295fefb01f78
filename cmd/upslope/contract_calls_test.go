package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope/edge"
)

// testAddress is the header with a test's client address.
const testAddress = "X-Test-Address"

// caller is the author of a request, with a session, a token or neither, and the account that they choose.
type caller struct {
	session, token, account string
	demo                    bool // a visitor of the demo
}

// call is one operation of the contract.
type call struct {
	method, path string
	*openapi3.Operation
	item *openapi3.PathItem
	classified
}

func (c call) table() bool  { return slices.Contains(c.Tags, "table") }
func (c call) writes() bool { return c.method != http.MethodGet }
func (c call) public() bool { return c.Security != nil && len(*c.Security) == 0 }

// has reports whether the operation has a parameter.
func (c call) has(name string) bool {
	return slices.ContainsFunc(append(c.item.Parameters[:len(c.item.Parameters):len(c.item.Parameters)], c.Parameters...), func(p *openapi3.ParameterRef) bool { return p.Value.Name == name })
}

// names reports whether the operation takes an id.
func (c call) names() bool {
	return strings.Contains(c.path, "{") && !strings.Contains(c.path, "{token}") && !strings.Contains(c.path, "{type}") || c.has("siteId") || strings.Contains(c.body, "{site}")
}

// contractCalls returns all operations, with reads first and those that end a session or account last.
func contractCalls(t *testing.T) []call {
	t.Helper()
	contract, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	var calls []call
	seen := map[string]bool{}
	for path, item := range contract.Paths.Map() {
		for method, operation := range item.Operations() {
			class, known := operations[operation.OperationID]
			if !known {
				t.Errorf("%s (%s %s) is not in operations of operations_table_test.go: who may call it?", operation.OperationID, method, path)
			}
			seen[operation.OperationID] = true
			calls = append(calls, call{method, path, operation, item, class})
		}
	}
	for name := range operations {
		if !seen[name] {
			t.Errorf("operations classifies %s, which the contract does not have", name)
		}
	}
	turn := func(c call) int {
		switch {
		case c.ends:
			return 4
		case c.OperationID == "deleteSite":
			return 3
		case c.method == http.MethodDelete || c.OperationID == "disconnectIntegration":
			return 2
		case c.writes():
			return 1
		}
		return 0
	}
	slices.SortFunc(calls, func(a, b call) int {
		if turn(a) != turn(b) {
			return turn(a) - turn(b)
		}
		return strings.Compare(a.OperationID, b.OperationID)
	})
	return calls
}

// said is a response.
type said struct {
	status int
	text   string // headers and body
	body   string
}

// do calls an operation as someone, with a tenant's objects.
func (p *program) do(t *testing.T, who caller, c call, of *tenant, withSite bool) said {
	t.Helper()
	fill := strings.NewReplacer("{site}", of.ids["site"], "{email}", of.email, "{domain}", of.domain)
	path := strings.NewReplacer("{id}", of.ids[c.id], "{changeId}", of.ids["note"], "{commentId}", of.ids["comment"], "{uploadId}", of.ids["parts"], "{deliveryId}", of.ids["delivery"], "{partNumber}", "1", "{provider}", "gsc",
		"{type}", of.kind, "{token}", "made-up").Replace(c.path)
	query, err := url.ParseQuery(fill.Replace(c.query))
	if err != nil {
		t.Fatal(err)
	}
	if c.has("siteId") && withSite {
		query.Set("siteId", of.ids["site"])
	}
	if c.has("key") {
		query.Set("key", of.ids["key"])
	}
	contentType, body := "application/json", io.Reader(strings.NewReader(fill.Replace(c.body)))
	switch {
	case c.method == http.MethodGet || c.RequestBody == nil:
		contentType, body = "", nil
	case c.OperationID == "uploadCrawl":
		contentType, body = form(t, "again.csv", crawlOf(of.domain, 3))
	case c.OperationID == "putCrawl":
		contentType, body = "text/csv", strings.NewReader(string(crawlOf(of.domain, 4)))
	case strings.Contains(c.path, "{token}"):
		contentType = "application/x-www-form-urlencoded"
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, c.method, p.url+path+"?"+query.Encode(), body)
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	p.calls++
	// avoids the rate limit per address
	request.Header.Set(testAddress, fmt.Sprintf("10.0.%d.%d", p.calls>>8, p.calls&0xff))
	if who.session != "" {
		request.AddCookie(&http.Cookie{Name: "__session", Value: who.session})
	}
	if who.demo {
		request.AddCookie(&http.Cookie{Name: "demo", Value: "1"})
	}
	if who.account != "" {
		request.Header.Set("X-Account", who.account)
	}
	if who.token != "" {
		request.Header.Set("Authorization", "Bearer "+who.token)
	}
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := stay.Do(request)
	if err != nil {
		t.Fatalf("%s: %v", c.OperationID, err)
	}
	defer func() { _ = response.Body.Close() }()
	if c.OperationID == "streamEvents" && response.StatusCode == ok {
		time.AfterFunc(500*time.Millisecond, cancel) // the response never ends
	}
	read, err := io.ReadAll(response.Body)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("%s: %v", c.OperationID, err)
	}
	return said{response.StatusCode, fmt.Sprint(response.Header, string(read)), string(read)}
}

// want checks the status of a response; 0 is any success.
func (s said) want(t *testing.T, who string, c call, want int) {
	t.Helper()
	if want == 0 && s.status < 300 || s.status == want {
		return
	}
	t.Errorf("%s (%s %s) answers %s %d, want %d: %.300s", c.OperationID, c.method, c.path, who, s.status, want, s.body)
}
