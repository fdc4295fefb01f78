package edge_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope/edge"
)

func TestDocsTellOfEveryOperationAndSchemaAndNeedNothingElse(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	r := start(t)
	res := r.visitor().do("GET", "/api/docs", "").want(http.StatusOK)
	if res.Header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(res.Header.Get("Content-Security-Policy"), "script-src 'self'") {
		t.Errorf("headers %v", res.Header)
	}
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			section := regexp.MustCompile(`(?s)<section class="card" id="` + operation.OperationID + `" aria-label="` + method + " " + regexp.QuoteMeta(path) + `">.*?</section>`).FindString(res.text)
			if section == "" {
				t.Errorf("%s %s is not told of", method, path)
			}
			for _, parameter := range append(item.Parameters[:len(item.Parameters):len(item.Parameters)], operation.Parameters...) {
				if !strings.Contains(section, "<dt><code>"+parameter.Value.Name+"</code>") {
					t.Errorf("%s %s: nothing of %s", method, path, parameter.Value.Name)
				}
			}
		}
	}
	for name := range spec.Components.Schemas {
		if !strings.Contains(res.text, `id="schema-`+name+`"`) {
			t.Errorf("nothing of the schema %s", name)
		}
	}
	for _, link := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(res.text, -1) {
		if !strings.Contains(res.text, `id="`+link[1]+`"`) {
			t.Errorf("#%s leads nowhere", link[1])
		}
	}
	if from := regexp.MustCompile(`(?i)<(script|img|iframe)|rel="stylesheet"|@import|url\(|ZgotmplZ|\son[a-z]+=`).FindString(res.text); from != "" {
		t.Errorf("the page needs %q", from)
	}
	if !strings.Contains(res.text, "$UPSLOPE_TOKEN&#34; "+r.url+"/api/sites") && !strings.Contains(res.text, `$UPSLOPE_TOKEN" `+r.url+"/api/sites") {
		t.Error("the example does not name PUBLIC_URL")
	}
	again := r.visitor().do("GET", "/api/docs", "", "If-None-Match: "+res.Header.Get("ETag")).want(http.StatusNotModified)
	packed := r.visitor().do("GET", "/api/docs", "", "Accept-Encoding: gzip").want(http.StatusOK)
	if again.text != "" || packed.Header.Get("Content-Encoding") != "gzip" || len(packed.text) > 64<<10 {
		t.Errorf("%d bytes as %s", len(packed.text), packed.Header.Get("Content-Encoding"))
	}
	if contract := r.visitor().do("GET", "/api/openapi.yaml", "").want(http.StatusOK); contract.text != string(edge.Contract) || contract.Header.Get("Content-Type") != "application/yaml" {
		t.Errorf("%d bytes of %s", len(contract.text), contract.Header.Get("Content-Type"))
	}
	t.Logf("%d bytes, %d packed", len(res.text), len(packed.text))
}
