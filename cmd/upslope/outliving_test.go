package main

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope/edge"
	"upslope/edge/request"
)

// What edges remember while people work must not show that work.
func TestWhatOutlivesWorkDoesNotShowIt(t *testing.T) {
	t.Parallel()
	ana := shared(t).signIn("outliving@example.com")
	site := ana.addSite("outliving.example")
	if status, answer := ana.send("PUT", "/api/upload/sf-csv?filename=internal.csv&siteId="+site, "text/csv", bytes.NewReader(crawlOf("outliving.example", 20)), nil); status >= 300 {
		t.Fatalf("upload: %d %s", status, answer)
	}
	ana.checkOutliving(site)
}

// checkOutliving does all kinds of work on an insight, and compares the answers that outlive it.
func (v *visitor) checkOutliving(site string) {
	v.t.Helper()
	one := v.insights(1)[0].ID
	before := v.outliving(site)
	for _, write := range []struct {
		method, path string
		body         any
	}{
		{"PATCH", "/api/insights/" + one, map[string]any{"hours": 3}},
		{"POST", "/api/insights/" + one + "/comments", map[string]string{"text": "Look at this."}},
		{"PATCH", "/api/insights/" + one + "/status", map[string]string{"status": "in_progress"}},
		{"PATCH", "/api/insights/" + one + "/status", map[string]string{"status": "done"}},
		{"PATCH", "/api/insights", map[string]any{"ids": []string{one}, "status": "dismissed"}},
		{"PATCH", "/api/alerts", map[string]any{"read": true}},
	} {
		if status, answer := v.call(write.method, write.path, write.body, nil); status >= 300 {
			v.t.Errorf("%s %s: %d %s", write.method, write.path, status, answer)
		}
	}
	for address, after := range v.outliving(site) {
		if after != before[address] {
			v.t.Errorf("%s shows work although it outlives it in openapi.yaml:\n%s\n%s", address, before[address], after)
		}
	}
}

// outliving reads anew, whatever the edge remembers, what outlives work in the contract.
func (v *visitor) outliving(site string) map[string]string {
	v.t.Helper()
	spec, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		v.t.Fatal(err)
	}
	found := map[string]string{}
	for path, item := range spec.Paths.Map() {
		if item.Get == nil || item.Get.Extensions["x-outlives"] == nil {
			continue
		}
		address := strings.NewReplacer("{id}", site, "{provider}", "gsc").Replace(path) + "?siteId=" + site
		anew, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+address, nil)
		if err != nil {
			v.t.Fatal(err)
		}
		anew.Header.Set("Via", "1.1 "+request.ForwarderName)
		status, answer := v.answer(anew)
		if status != http.StatusOK {
			v.t.Errorf("%s: %d %s", address, status, answer)
		}
		found[address] = answer
	}
	if len(found) < 20 {
		v.t.Errorf("only %d operations outlive work", len(found))
	}
	return found
}
