package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope/edge"
)

func TestSitesOfEveryWrongKindAreRefusedInWords(t *testing.T) {
	ana := start(t, t.TempDir()).signIn("ana@example.com")
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

// hostile makes requests that nobody sends by mistake.
type hostile struct {
	random *rand.Rand
	ids    []string
}

func (h hostile) text() string {
	texts := append([]string{
		"", " ", "0", "-1", "1e999", "99999999999999999999", "null", "true", "NaN", "a\x00b", "\xff\xfe", "%", "%zz", "'; drop table sites; --", `"`, `\`, "../../etc/passwd",
		"{{7*7}}", "${jndi:ldap://x}", "<script>", "\u202eabc", "=1+1", "😀", "İ", "{site_id:UUID}", "@account_id", "all", "open", "url", "-severity", "eyJhIjoxfQ==", "AAAA", "https://shop.example/",
		strings.Repeat("a", 5_000), strings.Repeat("%00", 500), "00000000-0000-0000-0000-000000000000", "{00000000-0000-4000-8000-000000000000}",
	}, h.ids...)
	return texts[h.random.IntN(len(texts))]
}

func (h hostile) value(depth int) any {
	switch h.random.IntN(9) {
	case 0:
		return nil
	case 1:
		return h.random.IntN(2) == 0
	case 2:
		return []float64{-1, 0, 0.5, 1e308, 1 << 62}[h.random.IntN(5)]
	case 3:
		return map[string]any{h.text(): h.text()}
	case 4:
		if depth < 50 {
			return []any{h.value(depth + 1)}
		}
	}
	return h.text()
}

func (h hostile) body(schema *openapi3.Schema) (contentType string, body []byte) {
	kinds := []string{"application/json", "application/json", "application/json", "application/json", "text/csv", "multipart/form-data; boundary=b", "multipart/form-data", "", "application/json; charset=utf-16", "\x01"}
	contentType = kinds[h.random.IntN(len(kinds))]
	if h.random.IntN(4) == 0 || schema == nil {
		return contentType, []byte(h.text())
	}
	object := map[string]any{}
	for name := range schema.Properties {
		if h.random.IntN(4) > 0 {
			object[name] = h.value(0)
		}
	}
	if h.random.IntN(8) == 0 {
		object[h.text()] = h.value(0)
	}
	encoded, err := json.Marshal(object)
	if err != nil {
		return contentType, nil
	}
	return contentType, encoded
}

// request makes one for an operation of the contract.
func (h hostile) request(method, path string, item *openapi3.PathItem, operation *openapi3.Operation) (address, contentType string, body []byte) {
	query := url.Values{}
	for _, parameter := range append(item.Parameters[:len(item.Parameters):len(item.Parameters)], operation.Parameters...) {
		name, text := parameter.Value.Name, h.text()
		switch {
		case parameter.Value.In == openapi3.ParameterInPath:
			if text == "" || text == "." || text == ".." {
				text = "x"
			}
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(text))
		case h.random.IntN(3) > 0:
			query.Add(name, text)
		}
	}
	address = path + "?" + query.Encode()
	if h.random.IntN(20) == 0 {
		address += "&%zz=%"
	}
	if operation.RequestBody == nil || method == http.MethodGet {
		return address, "", nil
	}
	var schema *openapi3.Schema
	if media := operation.RequestBody.Value.Content["application/json"]; media != nil {
		schema = media.Schema.Value
	}
	contentType, body = h.body(schema)
	return address, contentType, body
}

// Whatever is sent, the answer is a sentence about what is wrong with it, and never that something is wrong here.
func TestHostileRequestsAreAnsweredInWords(t *testing.T) {
	const perOperation = 30
	p := start(t, t.TempDir())
	ana, bo := p.signIn("ana@example.com"), p.signIn("bo@example.com")
	h := hostile{random: rand.New(rand.NewPCG(7, 11))}
	for _, someone := range []*visitor{ana, bo} {
		site := someone.addSite("shop.example")
		if status, answer := someone.put(crawlOf("shop.example", 50)); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
		someone.insights(1)
		h.ids = append(h.ids, site)
		for _, list := range []string{"/api/technical/sf-issues", "/api/insights", "/api/technical/crawls"} {
			var found []struct{ ID string }
			someone.call("GET", list+"?limit=1", nil, &found)
			h.ids = append(h.ids, found[0].ID)
		}
	}
	contract, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	skip := map[string]bool{"streamEvents": true, "logout": true, "deleteSite": true, "login": true, "recomputeInsights": true} // they end what the others need, or take long
	sent, answers := 0, map[int]int{}
	for path, item := range contract.Paths.Map() {
		for method, operation := range item.Operations() {
			if skip[operation.OperationID] {
				continue
			}
			for range perOperation {
				address, contentType, body := h.request(method, path, item, operation)
				began := time.Now()
				status, answer, err := ana.sendAnything(method, address, contentType, body)
				if err != nil {
					continue // the client itself refuses to send it
				}
				sent, answers[status] = sent+1, answers[status]+1
				most := 5 * time.Second
				if operation.OperationID == "loadDemo" {
					most = 26 * time.Second // it waits for its work for 25 seconds, as the contract says
				}
				if took := time.Since(began); took > most || status >= 500 || status >= 400 && !strings.Contains(answer, `"detail":"`) {
					t.Errorf("%s %.200s (%s) %.200q after %v: %d %.300s", method, address, contentType, body, took, status, answer)
				}
			}
		}
	}
	if sent < 900 {
		t.Errorf("only %d requests were sent", sent)
	}
	t.Logf("%d requests were answered: %v", sent, answers)
}

func (v *visitor) sendAnything(method, address, contentType string, body []byte) (int, string, error) {
	request, err := http.NewRequestWithContext(v.t.Context(), method, v.url+address, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := v.client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	return response.StatusCode, string(answer), err
}

// Ids of another account are as if they did not exist, in every place that takes one.
func TestIdsOfAnotherAccountDoNotExist(t *testing.T) {
	p := start(t, t.TempDir())
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
