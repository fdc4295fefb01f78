package edge_test

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
	"upslope/infra/objects"
)

func TestSignedAddressTakesOnePartForAWhile(t *testing.T) {
	ana := onStore(t, "").signIn("ana@example.com")
	ana.addSite("example.com")
	u, other := ana.begin(`{}`), ana.begin(`{}`)
	signed := u.sign(1)
	for _, changed := range []string{
		strings.Replace(signed, "/1?", "/2?", 1), strings.Replace(signed, u.UploadID, other.UploadID, 1),
		strings.Replace(signed, url.QueryEscape(u.Key), url.QueryEscape(other.Key), 1), strings.Replace(signed, "expires=1", "expires=2", 1),
		signed[:len(signed)-1] + "g", strings.Split(signed, "&signature")[0],
	} {
		ana.put(changed, "x").wantProblem(http.StatusForbidden, "", "")
	}
	ana.put(signed, "x").want(http.StatusOK)
	ana.put(signed, "in place of it").want(http.StatusOK)
	ana.put(signed, "").want(http.StatusOK)
	ana.goTo(15*time.Minute + time.Second)
	ana.put(signed, "x").wantProblem(http.StatusForbidden, "This address has expired. Ask for a new one.", "")
	ana.do("DELETE", u.call(""), "").want(http.StatusNoContent)
	ana.do("GET", u.call("/1"), "").wantProblem(http.StatusNotFound, "", "")
	for _, number := range []string{"0", "10001", "x"} {
		ana.do("GET", other.call("/"+number), "").wantProblem(http.StatusBadRequest, "", "partNumber")
	}
}

func TestFileWithoutPartsGoesTheUsualWay(t *testing.T) {
	r := onStore(t, "")
	ana := r.signIn("ana@example.com")
	site := ana.addSite("example.com")
	query := url.Values{"filename": {"a.csv"}, "type": {"text/csv"}, "metadata[siteId]": {site.ID}, "metadata[name]": {"a.csv"}}
	address := decode[struct {
		Method, URL string
		Fields      map[string]string
	}](ana.do("GET", storage+"/params?"+query.Encode(), "").want(http.StatusOK))
	path, ok := strings.CutPrefix(address.URL, r.url)
	if !ok || address.Method != http.MethodPost || address.Fields["key"] == "" {
		t.Fatalf("answer %+v", address)
	}
	body, kind := form(t, "key", address.Fields["key"], "file", "Address\n")
	ana.do(address.Method, path, body, "Content-Type: "+kind).want(http.StatusOK)
	if len(ana.uploads) != 1 || ana.uploads[0].SiteID != site.ID {
		t.Errorf("uploads %+v", ana.uploads)
	}
	ana.do("GET", storage+"/sts", "").wantProblem(http.StatusNotFound, "", "")
}

// oversized reports three received parts of 4 GB for every upload.
type oversized struct {
	*objects.Store
	aborted *bool
}

func (oversized) Parts(context.Context, string, string) ([]upslope.Part, error) {
	return []upslope.Part{{Number: 1, ETag: "a", Bytes: 4 << 30}, {Number: 2, ETag: "b", Bytes: 4 << 30}, {Number: 3, ETag: "c", Bytes: 4 << 30}}, nil
}

func (o oversized) AbortParts(ctx context.Context, key, uploadID string) error {
	*o.aborted = true
	return o.Store.AbortParts(ctx, key, uploadID)
}

func TestPartsOfMoreThanTheLimitAreRefusedAndForgotten(t *testing.T) {
	store, err := objects.Open(t.Context(), "", filepath.Join(t.TempDir(), "objects"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	aborted := false
	r := start(t, func(_ *edge.Config, deps *edge.Deps) { deps.Objects, deps.Parts = store, oversized{store, &aborted} })
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	u := ana.begin(`{}`)
	u.complete("a", "b", "c").wantProblem(http.StatusRequestEntityTooLarge, "The file is too large: at most 10 GB.", "")
	if !aborted || len(ana.uploads) != 0 {
		t.Errorf("aborted %v, %d imports", aborted, len(ana.uploads))
	}
}

func TestBrowserMaySendPartsToTheStorage(t *testing.T) {
	r := start(t, func(config *edge.Config, _ *edge.Deps) { config.StorageOrigin = "https://storage.example" })
	policy := r.visitor().do("GET", "/", "").Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "connect-src 'self' https://storage.example;") {
		t.Error(policy)
	}
}
