package edge_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
)

const limit = 50 << 20

// form encodes a form of name, value pairs; the value after the name file is a file.
func form(t testing.TB, pairs ...string) (body, kind string) {
	t.Helper()
	var text bytes.Buffer
	w := multipart.NewWriter(&text)
	for i := 0; i < len(pairs); i += 2 {
		create := w.CreateFormField
		if pairs[i] == "file" {
			create = func(name string) (io.Writer, error) { return w.CreateFormFile(name, `C:\crawls\internal_all.csv`) }
		}
		part, err := create(pairs[i])
		if err == nil {
			_, err = io.WriteString(part, pairs[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return text.String(), w.FormDataContentType()
}

func (p *person) upload(query string, pairs ...string) answer {
	p.t.Helper()
	body, kind := form(p.t, pairs...)
	return p.do("POST", "/api/upload/sf-csv"+query, body, "Content-Type: "+kind)
}

// stored returns the contents of all files in object storage.
func (r *running) stored() (all []string) {
	defer r.lock()()
	for _, content := range r.objects {
		all = append(all, string(content))
	}
	return all
}

func TestUploadIsStoredAndItsImportAnswers(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	site := ana.addSite("example.com")
	for i, send := range []func(content string) answer{
		func(content string) answer { return ana.upload("", "file", content) },
		func(content string) answer { return ana.upload("?siteId="+site.ID, "name", "x", "file", content) },
		func(content string) answer { return ana.upload("", "siteId", site.ID, "file", content) },
		func(content string) answer { return ana.upload("", "file", content, "siteId", site.ID) },
		func(content string) answer {
			return ana.do("PUT", "/api/upload/sf-csv?filename=internal_all.csv&siteId="+site.ID, content, "Content-Type: text/csv")
		},
	} {
		content := fmt.Sprintf("Address\nhttps://example.com/%d\n", i)
		before := r.version
		if res := send(content).want(http.StatusOK); res.text != `{"message":"2 pages read, 1 issue found"}` || !res.versionAfter(before) {
			t.Errorf("%d: %s at version %s", i, res.text, res.Header.Get("X-Version"))
		}
		upload := r.uploads[len(r.uploads)-1]
		if string(r.objects[upload.ObjectKey]) != content || upload.Bytes != int64(len(content)) || len(upload.SHA256) != 64 ||
			upload.FileName != "internal_all.csv" || upload.AccountID != ana.account || (upload.SiteID != "") != (i > 0) {
			t.Errorf("%d: %+v", i, upload)
		}
	}
}

func TestSameBytesJoinTheirImport(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	ana.do("PUT", "/api/upload/sf-csv", "Address\n", "Content-Type: text/csv").want(http.StatusOK)
	ana.upload("", "file", "Address\n").want(http.StatusOK)
	if len(r.uploads) != 1 || len(r.stored()) != 1 {
		t.Errorf("%d uploads and %d objects for the same bytes", len(r.uploads), len(r.stored()))
	}
	r.goTo(11 * time.Minute)
	ana.upload("", "file", "Address\n").want(http.StatusOK)
	if len(r.uploads) != 2 {
		t.Errorf("%d uploads eleven minutes later", len(r.uploads))
	}
}

func TestUploadsThatAreNoneLeaveNothing(t *testing.T) {
	r := start(t)
	ana, bob := r.signIn("ana@example.com"), r.signIn("bob@example.com")
	ana.upload("", "file", "Address\n").wantProblem(http.StatusConflict, "Add a site first.", "")
	ana.addSite("example.com")
	theirs := bob.addSite("example.org").ID
	ana.upload("", "name", "x").wantProblem(http.StatusBadRequest, "", "file")
	ana.upload("", "file", "a", "file", "b").wantProblem(http.StatusBadRequest, "Send one file at a time.", "file")
	ana.upload("", "file", "").wantProblem(http.StatusUnprocessableEntity, "The file is empty. Export the Internal tab from your crawler as CSV.", "")
	ana.upload("?siteId="+theirs, "file", "a").wantProblem(http.StatusNotFound, "", "")
	ana.upload("", "file", "a", "siteId", theirs).wantProblem(http.StatusNotFound, "", "")
	ana.upload("", "file", "a", "siteId", "no id").wantProblem(http.StatusNotFound, "", "")
	ana.do("POST", "/api/upload/sf-csv", "a", "Content-Type: text/csv").wantProblem(http.StatusUnsupportedMediaType, "", "")
	ana.do("POST", "/api/upload/sf-csv", "a", "Content-Type: multipart/form-data").wantProblem(http.StatusUnsupportedMediaType, "", "")
	ana.do("POST", "/api/upload/sf-csv", "no form", "Content-Type: multipart/form-data; boundary=b").wantProblem(http.StatusBadRequest, "", "")
	ana.do("PUT", "/api/upload/sf-csv", "{}", "Content-Type: application/json").wantProblem(http.StatusUnsupportedMediaType, "", "")
	ana.do("PUT", "/api/upload/sf-csv", "", "Content-Type: text/csv").wantProblem(http.StatusUnprocessableEntity, "The file is empty. Export the Internal tab from your crawler as CSV.", "")
	r.goTo(15 * 24 * time.Hour)
	ana.upload("", "file", "a").wantProblem(http.StatusPaymentRequired, "", "")
	ana.do("POST", "/api/insights/recompute", "").wantProblem(http.StatusPaymentRequired, "", "")
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	if stored := r.stored(); len(stored) != 0 || len(r.uploads) != 0 {
		t.Errorf("left: %q and %v", stored, r.uploads)
	}
}

func TestFileStaysUnlessItsImportIsCertainlyRefused(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	for _, c := range []struct {
		refusal error
		status  int
		kept    int
	}{
		{upslope.Errorf(upslope.Conflict, "Not now."), http.StatusConflict, 0},
		{errors.New("a programmer's mistake"), http.StatusInternalServerError, 1},
		{fmt.Errorf("commit: %w", upslope.Errorf(upslope.Unavailable, "The database is away.")), http.StatusServiceUnavailable, 2},
	} {
		r.refusal = c.refusal
		if res := ana.upload("", "file", "Address\n"); res.StatusCode != c.status || len(r.stored()) != c.kept {
			t.Errorf("%v: answered %d, %d files kept, want %d", c.refusal, res.StatusCode, len(r.stored()), c.kept)
		}
	}
}

func TestBadFileSaysWhatIsWrong(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	r.problem = &upslope.Error{Code: upslope.Unprocessable, Message: "The file has no column Address.", Lines: []int{1, 7}}
	res := ana.upload("", "file", "a,b\n")
	res.wantProblem(http.StatusUnprocessableEntity, "The file has no column Address.", "")
	if !strings.Contains(res.text, `"lines":[1,7]`) {
		t.Errorf("answer %s", res.text)
	}
}

func TestFileThatIsTooLargeIsRefusedBeforeItIsRead(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/upload/sf-csv HTTP/1.1\r\nHost: a\r\nCookie: __session=%s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n%s",
		ana.cookie(), 51<<20, strings.Repeat("x", 9<<10))
	if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	head := make([]byte, 12)
	if _, err := io.ReadFull(conn, head); err != nil || string(head) != "HTTP/1.1 413" {
		t.Errorf("%s %v, before the rest was sent", head, err)
	}
	// A client that sends everything before reading still gets the response.
	const tooLarge = "The file is larger than 50 MB. Upload it as a large crawl, or compress a CSV as .gz or .zip: it shrinks to about a sixth of its size."
	large := strings.Repeat("x", limit+1)
	empty, kind := form(t, "file", "")
	end := strings.LastIndex(empty, "\r\n--")
	put := func(file string) answer {
		return ana.stream("PUT", strings.NewReader(file), len(file), "text/csv")
	}
	post := func(file string) answer { // without a copy of the file, which takes the race detector seconds
		body := io.MultiReader(strings.NewReader(empty[:end]), strings.NewReader(file), strings.NewReader(empty[end:]))
		return ana.stream("POST", body, len(empty)+len(file), kind)
	}
	put(large).wantProblem(http.StatusRequestEntityTooLarge, tooLarge, "")
	post(large).wantProblem(http.StatusRequestEntityTooLarge, tooLarge, "")
	inChunks := ana.stream("PUT", strings.NewReader(large), -1, "text/csv")
	inChunks.wantProblem(http.StatusRequestEntityTooLarge, tooLarge, "")
	if len(r.stored()) != 0 {
		t.Error("part of it was stored")
	}
	put(large[1:]).want(http.StatusOK)
	post(large[2:]).want(http.StatusOK)
}

// stream uploads a body of so many bytes, or of unknown length if negative.
func (p *person) stream(method string, body io.Reader, length int, kind string) answer {
	p.t.Helper()
	req, err := http.NewRequest(method, p.url+"/api/upload/sf-csv", body)
	if err != nil {
		p.t.Fatal(err)
	}
	req.ContentLength = int64(length)
	req.Header.Set("Content-Type", kind)
	return p.send(req)
}

func TestAMalformedFormIsItsSendersMistake(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	const file = "Content-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nAddress\n"
	for name, body := range map[string]string{
		"a NUL in a part's header":        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\x00\"\r\n\r\nAddress\n\r\n--b--\r\n",
		"a header without a colon":        "--b\r\nContent-Disposition\r\n\r\nAddress\n\r\n--b--\r\n",
		"a header without a name":         "--b\r\n: form-data\r\n\r\nAddress\n\r\n--b--\r\n",
		"a folded first header":           "--b\r\n Content-Disposition: form-data\r\n\r\nAddress\n\r\n--b--\r\n",
		"something after the boundary":    "--b x\r\n" + file + "\r\n--b--\r\n",
		"a line before the next boundary": "--b\r\n" + file + "\r\n--b x\r\n--b--\r\n",
		"a broken second part":            "--b\r\n" + file + "\r\n--b\r\nx\x00: a\r\n\r\n\r\n--b--\r\n",
		"no part":                         "--b--\r\n",
		"headers without end":             "--b\r\n" + strings.Repeat("x: a\r\n", 8000),
	} {
		res := ana.do("POST", "/api/upload/sf-csv", body, "Content-Type: multipart/form-data; boundary=b")
		if res.StatusCode != http.StatusBadRequest && res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %d %s", name, res.StatusCode, res.text)
		}
	}
	if len(r.stored()) != 0 || len(r.uploads) != 0 {
		t.Errorf("left %d objects and %d uploads", len(r.stored()), len(r.uploads))
	}
}

func TestUploadThatBreaksOffLeavesNothing(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	body, kind := form(t, "file", strings.Repeat("Address\n", 4000))
	for _, c := range []struct{ method, kind, header, sent string }{
		{"POST", kind, fmt.Sprintf("Content-Length: %d", len(body)), body[:20_000]},
		{"POST", kind, fmt.Sprintf("Content-Length: %d", len(body)+1), body},
		{"POST", kind, fmt.Sprintf("Content-Length: %d", len(body)-30), body[:len(body)-30]},
		{"POST", kind, "Transfer-Encoding: chunked", fmt.Sprintf("%x\r\n%s", len(body), body[:20_000])},
		{"PUT", "text/csv", "Content-Length: 100000", strings.Repeat("a", 20_000)},
		{"PUT", "text/csv", "Transfer-Encoding: chunked", "4\r\nAddr\r\n"},
	} {
		answers := ana.raw(fmt.Sprintf("%s /api/upload/sf-csv HTTP/1.1\r\nHost: a\r\nCookie: __session=%s\r\nContent-Type: %s\r\n%s\r\n\r\n%s",
			c.method, ana.cookie(), c.kind, c.header, c.sent))
		if len(answers) != 1 || answers[0] != "400 Bad Request" {
			t.Errorf("%s with %s: %v", c.method, c.header, answers)
		}
	}
	if len(r.stored()) != 0 || len(r.uploads) != 0 {
		t.Errorf("left %d objects and %d uploads", len(r.stored()), len(r.uploads))
	}
}

func TestUploadsDoNotFillMemory(t *testing.T) {
	r := start(t, func(_ *edge.Config, deps *edge.Deps) { deps.Objects = sink{} })
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	req, err := http.NewRequest("PUT", r.url+"/api/upload/sf-csv", io.LimitReader(endless{}, 48<<20))
	if err != nil {
		t.Fatal(err)
	}
	ana.send(req).want(http.StatusOK)
	runtime.ReadMemStats(&after)
	if grown := int64(after.TotalAlloc - before.TotalAlloc); grown > 8<<20 {
		t.Errorf("48 MB took %d MB of memory", grown>>20)
	}
}

// sink is object storage that discards everything.
type sink struct{}

func (sink) Put(_ context.Context, _ string, body io.Reader) error {
	_, err := io.Copy(io.Discard, body)
	return err
}

func (sink) Open(context.Context, string) (io.ReadCloser, int64, error) {
	return nil, 0, missing("file")
}

func (sink) Delete(context.Context, string) error { return nil }

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
