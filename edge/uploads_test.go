package edge_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"upslope"
	"upslope/edge"
	"upslope/edge/api"
)

func withFields(_ *edge.Config, deps *edge.Deps) {
	deps.CrawlFields = []upslope.CrawlField{{Name: "address", Label: "Address", Kind: "pages"}, {Name: "title", Label: "Title", Kind: "pages"}}
}

func TestFileWithUnknownHeadersCanBeImportedWithAMapping(t *testing.T) {
	r := start(t, withFields)
	ana, bob := r.signIn("ana@example.com"), r.signIn("bob@example.com")
	ana.addSite("example.com")
	problem := upslope.Errorf(upslope.Unprocessable, "No Address column was found.")
	problem.UploadID, problem.Headers = "known", []string{"Wo", "Was"}
	r.problem = problem
	res := ana.do("PUT", "/api/upload/sf-csv", "Wo,Was\n", "Content-Type: text/csv")
	res.wantProblem(http.StatusUnprocessableEntity, "No Address column was found.", "")
	if told := decode[api.Problem](res); *told.UploadId != "known" || !slices.Equal(*told.Headers, problem.Headers) {
		t.Errorf("%s", res.text)
	}
	r.problem = nil

	if fields := decode[[]upslope.CrawlField](ana.do("GET", "/api/technical/fields", "").want(http.StatusOK)); len(fields) != 2 || fields[0].Label != "Address" {
		t.Errorf("%+v", fields)
	}
	address := "/api/technical/uploads/" + r.uploads[0].ID
	for body, field := range map[string]string{
		`{}`: "mapping", `{"mapping":{"Wo":"moon"}}`: "mapping", `{"mapping":{"Wo":1}}`: "mapping.Wo", `{"mapping":[]}`: "mapping", `{"mapping":{},"x":1}`: "x",
	} {
		ana.do("POST", address+"/import", body).wantProblem(http.StatusBadRequest, "", field)
	}
	imported := ana.do("POST", address+"/import", `{"mapping":{"Wo":"address","Was":""}}`).want(http.StatusOK)
	if result := decode[upslope.ImportResult](imported); result.Message == "" || !imported.versionAfter(0) || !maps.Equal(r.mapping, map[string]string{"Wo": "address", "Was": ""}) {
		t.Errorf("%s with %v", imported.text, r.mapping)
	}
	r.finish = false
	if later := ana.do("GET", address, "").want(http.StatusOK); decode[upslope.Upload](later).ID != r.uploads[0].ID {
		t.Errorf("%s", later.text)
	}
	for _, path := range []string{address, address + "/rejected.csv"} {
		bob.do("GET", path, "").wantProblem(http.StatusNotFound, "", "")
	}
	bob.do("POST", address+"/import", `{"mapping":{}}`).wantProblem(http.StatusNotFound, "", "")
}

func TestRejectedRowsAreADownload(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	ana.do("PUT", "/api/upload/sf-csv?filename=internal_all.csv", "Address\n", "Content-Type: text/csv").want(http.StatusOK)
	address := "/api/technical/uploads/" + r.uploads[0].ID + "/rejected.csv"
	ana.do("GET", address, "").wantProblem(http.StatusNotFound, "Every row of this file was imported.", "")
	rows := "\ufeffFile,Line,Reason\ninternal_all.csv,3,not a web address\n"
	func() { defer r.lock()(); r.objects[r.uploads[0].RejectedKey()] = []byte(rows) }()
	res := ana.do("GET", address, "").want(http.StatusOK)
	if res.text != rows || res.Header.Get("Content-Disposition") != `attachment; filename="rejected rows of internal_all.csv"` {
		t.Errorf("%v %q", res.Header, res.text)
	}
	if head := ana.do("HEAD", address, "").want(http.StatusOK); head.ContentLength != int64(len(rows)) || head.text != "" {
		t.Errorf("%d bytes, %v", head.ContentLength, head.Header)
	}
}

func TestPageIsFoundByItsURL(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	site := ana.addSite("example.com")
	ana.addIssues(upslope.TechnicalIssue{URL: "https://example.com/a?b=c&d"})
	page := decode[upslope.PageDetail](ana.do("GET", "/api/technical/page?siteId="+site.ID+"&url=https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc%26d", "").want(http.StatusOK))
	if page.SiteID != site.ID || len(page.Issues) != 1 {
		t.Errorf("%+v", page)
	}
	ana.do("GET", "/api/technical/page?url=https://example.com/b", "").wantProblem(http.StatusNotFound, "", "")
	ana.do("GET", "/api/technical/page", "").wantProblem(http.StatusBadRequest, "", "url")
}
