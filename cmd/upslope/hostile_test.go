package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestInvalidSitesAreRefusedWithAMessage(t *testing.T) {
	t.Parallel()
	ana := shared(t).signIn("ana@example.com")
	for _, c := range []struct {
		body   string
		status int
		says   string
	}{
		{`{"name":"Shop","domain":"example"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"https://example.com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"example.com/shop"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"example.com:8080"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"user@example.com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"exa mple.com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"-example.com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"example-.com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"example..com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":".example.com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"exa_mple.com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"127.0.0.1"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"[::1]"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"` + strings.Repeat("a", 64) + `.com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"` + strings.Repeat("abcdefgh.", 30) + `com"}`, 400, "Invalid domain format"},
		{`{"name":"Shop","domain":"` + strings.Repeat("a", 5000) + `"}`, 400, ""},
		{`{"name":"Shop","domain":""}`, 400, "Domain is required"},
		{`{"name":"Shop","domain":null}`, 400, ""},
		{`{"name":"Shop","domain":7}`, 400, ""},
		{`{"name":"Shop","domain":["example.com"]}`, 400, ""},
		{`{"name":"","domain":"example.com"}`, 400, "Site name is required"},
		{`{"name":"   ","domain":"example.com"}`, 400, "Site name is required"},
		{`{"name":"` + strings.Repeat("é", 101) + `","domain":"example.com"}`, 400, "Site name is too long"},
		{`{"name":"a\u0000b","domain":"example.com"}`, 400, ""},
		{`{"name":{"a":1},"domain":"example.com"}`, 400, ""},
		{`{"name":"Shop","domain":"example.com","owner":"bo"}`, 400, "owner"},
		{`{"name":"Shop","domain":"example.com","accountId":"00000000-0000-4000-8000-000000000001"}`, 400, "accountId"},
		{`{"name":"Shop","name":"Two","domain":"example.com"}`, 400, ""},
		{`{"name":"Shop","domain":"example.com","ga4PropertyId":"G-123"}`, 400, "numeric"},
		{`{"name":"Shop","domain":"example.com","ga4PropertyId":"１２３"}`, 400, "numeric"},
		{`{"name":"Shop","domain":"example.com","currency":"dollar"}`, 400, "currency"},
		{`{"name":"Shop","domain":"example.com","timeZone":"../../etc/passwd"}`, 400, ""},
		{`[{"name":"Shop","domain":"example.com"}]`, 400, ""},
		{`"example.com"`, 400, ""},
		{`null`, 400, ""},
		{`{"name":"Shop"`, 400, "JSON"},
		{`{"name":"Shop","domain":"example.com"} {}`, 400, "JSON"},
		{"{\"name\":\"\xff\xfe\",\"domain\":\"example.com\"}", 400, "JSON"},
		{strings.Repeat("[", 100_000), 400, ""},
		{`{"name":` + strings.Repeat(`{"a":`, 5_000) + "1" + strings.Repeat("}", 5_000) + `}`, 400, ""},
		{`{"name":"` + strings.Repeat("a", 2<<20) + `"}`, 413, "too large"},
		{``, 400, "body"},
	} {
		status, answer := ana.send("POST", "/api/sites", "application/json", strings.NewReader(c.body), nil)
		if status != c.status || !strings.Contains(answer, c.says) {
			t.Errorf("%.80s: %d %.300s", c.body, status, answer)
		}
	}
	var sites []any
	if ana.call("GET", "/api/sites", nil, &sites); len(sites) > 0 {
		t.Errorf("%v was added", sites)
	}
	for domain, want := range map[string]string{
		"  EXAMPLE.com ": "example.com", "bücher.example": "xn--bcher-kva.example", "пример.рф": "xn--e1afmkfd.xn--p1ai", strings.Repeat("a", 63) + ".com": strings.Repeat("a", 63) + ".com",
	} {
		var site struct{ Domain string }
		if status, answer := ana.call("POST", "/api/sites", map[string]string{"name": "Shop", "domain": domain}, &site); status != http.StatusCreated || site.Domain != want {
			t.Errorf("%q: %d %s", domain, status, answer)
		}
	}
}

// Every parameter that takes an id treats those of another account as unknown.
func TestIDsOfAnotherAccountAreNotFound(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana, bo := p.signIn("ana@example.com"), p.signIn("bo@example.com")
	site := ana.addSite("shop.example")
	bo.addSite("other.example")
	var imported struct{ UploadID string }
	ana.send("PUT", "/api/upload/sf-csv", "text/csv", bytes.NewReader(crawlOf("shop.example", 50)), &imported)
	insight := ana.insights(1)[0].ID
	var issues []struct{ ID string }
	ana.call("GET", "/api/technical/sf-issues", nil, &issues)
	var parts struct{ Key, UploadID string }
	if status, answer := ana.call("POST", "/api/storage/s3/multipart", map[string]any{"filename": "a.csv", "type": "text/csv", "metadata": map[string]string{}}, &parts); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	byKey := "/api/storage/s3/multipart/" + parts.UploadID
	withKey := "?key=" + url.QueryEscape(parts.Key)
	for _, c := range []struct{ method, path, body string }{
		{"PATCH", "/api/sites/" + site, `{"name":"Mine"}`},
		{"DELETE", "/api/sites/" + site, ""},
		{"GET", "/api/insights?siteId=" + site, ""},
		{"POST", "/api/insights/recompute?siteId=" + site, ""},
		{"GET", "/api/insights/" + insight, ""},
		{"GET", "/api/insights/" + insight + "/evidence", ""},
		{"PATCH", "/api/insights/" + insight + "/status", `{"status":"done"}`},
		{"GET", "/api/integrations?siteId=" + site, ""},
		{"GET", "/api/kpis/overview?siteId=" + site, ""},
		{"GET", "/api/activity?siteId=" + site, ""},
		{"GET", "/api/technical/sf-issues?siteId=" + site, ""},
		{"GET", "/api/technical/sf-issues/counts?siteId=" + site, ""},
		{"GET", "/api/technical/sf-issues.csv?siteId=" + site, ""},
		{"PATCH", "/api/technical/sf-issues/" + issues[0].ID, `{"status":"fixed"}`},
		{"GET", "/api/technical/crawls?siteId=" + site, ""},
		{"GET", "/api/technical/page?url=https%3A%2F%2Fshop.example%2F&siteId=" + site, ""},
		{"GET", "/api/technical/uploads/" + imported.UploadID, ""},
		{"GET", "/api/technical/uploads/" + imported.UploadID + "/rejected.csv", ""},
		{"POST", "/api/technical/uploads/" + imported.UploadID + "/import", `{"mapping":{}}`},
		{"PUT", "/api/upload/sf-csv?siteId=" + site, "Address,Status Code\n"},
		{"GET", byKey + withKey, ""},
		{"GET", byKey + "/1" + withKey, ""},
		{"DELETE", byKey + withKey, ""},
		{"POST", byKey + "/complete" + withKey, `{"parts":[{"PartNumber":1,"ETag":"x"}]}`},
	} {
		contentType := "application/json"
		if c.method == "PUT" {
			contentType = "text/csv"
		}
		status, answer := bo.send(c.method, c.path, contentType, strings.NewReader(c.body), nil)
		if status != http.StatusNotFound {
			t.Errorf("%s %s: %d %.300s", c.method, c.path, status, answer)
		}
	}
	if status, answer := ana.call("GET", "/api/insights/"+insight, nil, nil); status != http.StatusOK || !strings.Contains(answer, fmt.Sprintf("%q:%q", "status", "open")) {
		t.Errorf("ana's insight afterwards: %d %s", status, answer)
	}
}
