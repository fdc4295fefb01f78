package edge_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"upslope"
	"upslope/edge"
	"upslope/infra/objects"
)

const (
	storage = "/api/storage/s3"
	part    = 5 << 20 // minimum size of a part
)

// stores starts an edge on each kind of storage, with ana signed in and a site of hers.
func stores(t *testing.T, test func(t *testing.T, ana *person, site upslope.Site)) {
	for name, address := range map[string]string{"folder": "", "bucket": fakeBucket(t)} {
		t.Run(name, func(t *testing.T) {
			ana := onStore(t, address).signIn("ana@example.com")
			test(t, ana, ana.addSite("example.com"))
		})
	}
}

func onStore(t *testing.T, address string) *running {
	t.Helper()
	store, err := objects.Open(t.Context(), address, filepath.Join(t.TempDir(), "objects"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return start(t, func(_ *edge.Config, deps *edge.Deps) {
		deps.Objects, deps.Parts, deps.PartsKey = store, store, store.PartsKey()
	})
}

func fakeBucket(t *testing.T) (address string) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("uploads"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	return "s3://uploads?region=auto&use_path_style=true&request_checksum_calculation=when_required&response_checksum_validation=when_required&endpoint=" + server.URL
}

// parted is a multipart upload as the upload widget sees it.
type parted struct {
	p             *person
	Key, UploadID string
}

func (p *person) begin(metadata string) parted {
	p.t.Helper()
	res := p.do("POST", storage+"/multipart", `{"filename":"C:\\crawls\\internal_all.csv","type":"text/csv","metadata":`+metadata+`}`)
	u := decode[parted](res.want(http.StatusOK))
	u.p = p
	return u
}

// call returns an address of the protocol.
func (u parted) call(path string) string {
	return storage + "/multipart/" + url.PathEscape(u.UploadID) + path + "?" + url.Values{"key": {u.Key}}.Encode()
}

// sign returns the address of a part.
func (u parted) sign(number int) string {
	u.p.t.Helper()
	return decode[struct{ URL string }](u.p.do("GET", u.call(fmt.Sprintf("/%d", number)), "").want(http.StatusOK)).URL
}

// send sends a part without cookies, like a script, and returns its ETag.
func (u parted) send(number int, text string) (etag string) {
	u.p.t.Helper()
	res := u.p.put(u.sign(number), text).want(http.StatusOK)
	if etag = strings.Trim(res.Header.Get("ETag"), `"`); etag == "" {
		u.p.t.Fatal("a part without an ETag")
	}
	return etag
}

func (p *person) put(address, text string) answer {
	p.t.Helper()
	req, err := http.NewRequest(http.MethodPut, address, strings.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	return p.visitor().send(req)
}

// complete assembles the parts with these ETags, from 1.
func (u parted) complete(etags ...string) answer {
	u.p.t.Helper()
	asked := map[string][]map[string]any{"parts": {}}
	for i, etag := range etags {
		asked["parts"] = append(asked["parts"], map[string]any{"PartNumber": i + 1, "ETag": etag})
	}
	body, err := json.Marshal(asked)
	if err != nil {
		u.p.t.Fatal(err)
	}
	return u.p.do("POST", u.call("/complete"), string(body))
}

func TestFileInPartsIsImported(t *testing.T) {
	stores(t, func(t *testing.T, ana *person, site upslope.Site) {
		u := ana.begin(`{"siteId":"` + site.ID + `","relativePath":null,"name":"internal_all.csv"}`)
		if !strings.HasPrefix(u.Key, "uploads/"+ana.account+"/") {
			t.Errorf("the key is %s", u.Key)
		}
		second, first := u.send(2, "end"), u.send(1, strings.Repeat("a", part))
		var listed []upslope.Part
		if err := json.Unmarshal([]byte(ana.do("GET", u.call(""), "").want(http.StatusOK).text), &listed); err != nil {
			t.Fatal(err)
		}
		if len(listed) != 2 || listed[0] != (upslope.Part{Number: 1, ETag: first, Bytes: part}) || listed[1].ETag != second {
			t.Errorf("listed %v", listed)
		}
		res := u.complete(first, `"`+second+`"`).want(http.StatusAccepted)
		if !res.versionAfter(0) {
			t.Errorf("version %q", res.Header.Get("X-Version"))
		}
		started := decode[struct {
			ID, JobID, Location, Key string
		}](res)
		if len(ana.uploads) != 1 {
			t.Fatalf("%d imports", len(ana.uploads))
		}
		upload := ana.uploads[0]
		if started.Key != u.Key || started.Location != "/api/jobs/"+upload.JobID || res.Header.Get("Location") != started.Location || started.JobID != upload.JobID || started.ID != upload.JobID {
			t.Errorf("answer %s", res.text)
		}
		ana.do("GET", started.Location, "").want(http.StatusOK)
		if upload.AccountID != ana.account || upload.SiteID != site.ID || upload.FileName != "internal_all.csv" ||
			upload.Bytes != part+3 || upload.ObjectKey != u.Key || len(upload.SHA256) != 64 || !strings.HasSuffix(u.Key, upload.ID) {
			t.Errorf("upload %+v", upload)
		}
		// A client that missed the response repeats the request.
		if again := u.complete(first, second).want(http.StatusAccepted); again.Header.Get("Location") != started.Location || len(ana.uploads) != 1 {
			t.Errorf("%d imports, and then %s", len(ana.uploads), again.Header.Get("Location"))
		}
	})
}

func TestFileInPartsSurvivesAKill(t *testing.T) {
	stores(t, func(t *testing.T, ana *person, _ upslope.Site) {
		u := ana.begin(`{}`)
		first := u.send(1, "Address\n")
		// The process was killed after assembling the parts, before queuing the import.
		res := u.complete(first).want(http.StatusAccepted)
		ana.mu.Lock()
		ana.uploads = nil
		ana.mu.Unlock()
		again := u.complete(first).want(http.StatusAccepted)
		if len(ana.uploads) != 1 || again.Header.Get("Location") == res.Header.Get("Location") {
			t.Errorf("%d imports", len(ana.uploads))
		}
	})
}

func TestSameFileInPartsTwiceJoinsItsImport(t *testing.T) {
	stores(t, func(t *testing.T, ana *person, _ upslope.Site) {
		var jobs []string
		for range 2 {
			u := ana.begin(`{}`)
			jobs = append(jobs, u.complete(u.send(1, "Address\n")).want(http.StatusAccepted).Header.Get("Location"))
		}
		if jobs[0] != jobs[1] || len(ana.uploads) != 1 {
			t.Errorf("jobs %v of %d uploads", jobs, len(ana.uploads))
		}
	})
}

func TestPartsThatDoNotFitAreRefused(t *testing.T) {
	stores(t, func(t *testing.T, ana *person, _ upslope.Site) {
		u := ana.begin(`{}`)
		refused := func(detail string, res answer) { t.Helper(); res.wantProblem(http.StatusBadRequest, detail, "parts") }
		first := u.send(1, strings.Repeat("a", part))
		refused("The file has no parts.", u.complete())
		refused("Part 2 was not received. Send it again.", u.complete(first, first))
		second := u.send(2, "b")
		refused("Part 2 was received, but is not in the list.", u.complete(first))
		refused("Part 2 is not the one that was sent last. Send it again.", u.complete(first, first))
		for body, detail := range map[string]string{
			`[{"PartNumber":2,"ETag":"` + second + `"}]`:                                         "Part 1 is missing in the list.",
			`[{"PartNumber":1,"ETag":"` + first + `"},{"PartNumber":1,"ETag":"` + first + `"}]`:  "The parts are not in order: part 1 comes after part 1.",
			`[{"PartNumber":1,"ETag":"` + first + `"},{"PartNumber":3,"ETag":"` + second + `"}]`: "Part 2 is missing in the list.",
			`[{"PartNumber":2,"ETag":"` + second + `"},{"PartNumber":1,"ETag":"` + first + `"}]`: "Part 1 is missing in the list.",
		} {
			refused(detail, ana.do("POST", u.call("/complete"), `{"parts":`+body+`}`))
		}
		ana.do("POST", u.call("/complete"), `{"parts":[{"PartNumber":"1","ETag":"x"}]}`).wantProblem(http.StatusBadRequest, "", "")
		small := u.send(1, "too small")
		refused("Part 1 is too small: every part but the last has at least 5 MB.", u.complete(small, second))
		if len(ana.uploads) != 0 {
			t.Error("something was imported")
		}
		ana.do("DELETE", u.call(""), "").want(http.StatusNoContent)
		u.complete(first, second).wantProblem(http.StatusNotFound, "", "")
	})
}

func TestAStrangersFileInPartsIsNotThere(t *testing.T) {
	stores(t, func(t *testing.T, ana *person, _ upslope.Site) {
		bob := ana.signIn("bob@example.com")
		bob.addSite("example.org")
		u, theirs := ana.begin(`{}`), bob.begin(`{}`)
		etag := u.send(1, "Address\n")
		for _, mixed := range []parted{
			{bob, u.Key, u.UploadID}, {bob, theirs.Key, u.UploadID}, {bob, "", u.UploadID}, {bob, u.Key + "/../" + theirs.Key, u.UploadID},
			{bob, theirs.Key, "..%2F" + u.UploadID}, {bob, "uploads/" + bob.account + "/" + uuid.NewString(), u.UploadID},
		} {
			ana.t = t
			bob.do("GET", mixed.call(""), "").wantProblem(http.StatusNotFound, "", "")
			mixed.complete(etag).wantProblem(http.StatusNotFound, "", "")
			bob.do("DELETE", mixed.call(""), "").wantProblem(http.StatusNotFound, "", "")
			// S3 signs an address that it later rejects.
			if res := bob.do("GET", mixed.call("/1"), ""); res.StatusCode == http.StatusOK {
				address := decode[struct{ URL string }](res).URL
				if res := bob.put(address, "theirs"); res.StatusCode != http.StatusNotFound {
					t.Errorf("a part of %v: %d", mixed, res.StatusCode)
				}
			}
		}
		u.complete(etag).want(http.StatusAccepted)
	})
}

func TestFileInPartsNeedsASiteAndAPlan(t *testing.T) {
	ana := onStore(t, "").signIn("ana@example.com")
	ana.do("POST", storage+"/multipart", `{"filename":"a.csv"}`).wantProblem(http.StatusConflict, "Add a site first.", "")
	ana.do("GET", storage+"/params?filename=a.csv", "").wantProblem(http.StatusConflict, "Add a site first.", "")
	site := ana.addSite("example.com")
	ana.do("POST", storage+"/multipart", `{"filename":"a.csv","metadata":{"siteId":"`+uuid.NewString()+`"}}`).wantProblem(http.StatusNotFound, "", "")
	ana.do("POST", storage+"/multipart", `{"filename":"a.csv","metadata":{"siteId":7}}`).wantProblem(http.StatusBadRequest, "", "metadata.siteId")
	ana.do("POST", storage+"/multipart", `{"type":"text/csv"}`).wantProblem(http.StatusBadRequest, "", "filename")
	u := ana.begin(`{"siteId":"` + site.ID + `"}`)
	etag := u.send(1, "Address\n")
	ana.do("DELETE", "/api/sites/"+site.ID, "").want(http.StatusNoContent)
	ana.addSite("example.org")
	u.complete(etag).wantProblem(http.StatusNotFound, "This site does not exist.", "")
	empty := ana.begin(`{}`)
	empty.complete(empty.send(1, "")).wantProblem(http.StatusUnprocessableEntity, "The file is empty. Export the Internal tab from your crawler as CSV.", "")
	if len(ana.uploads) != 0 {
		t.Errorf("imported %v", ana.uploads)
	}
	ana.goTo(15 * 24 * time.Hour)
	ana.do("POST", storage+"/multipart", `{"filename":"a.csv"}`).wantProblem(http.StatusPaymentRequired, "", "")
}
