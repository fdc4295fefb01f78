package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const (
	storageCalls = "/api/storage/s3/multipart"
	partBytes    = 5 << 20 // the minimum size of a part
)

// parted is a multipart upload as the upload widget does it.
type parted struct {
	*visitor
	Key, UploadID string
	sent          []map[string]any
}

func (v *visitor) beginParts() *parted {
	v.t.Helper()
	p := &parted{visitor: v}
	if status, answer := v.call("POST", storageCalls, map[string]any{"filename": "internal_all.csv", "type": "text/csv", "metadata": map[string]any{}}, p); status != http.StatusOK {
		v.t.Fatalf("begin: %d %s", status, answer)
	}
	return p
}

func (p *parted) path(of string) string {
	return storageCalls + "/" + p.UploadID + of + "?key=" + url.QueryEscape(p.Key)
}

// address returns the upload URL of a part.
func (p *parted) address(number int) string {
	p.t.Helper()
	var signed struct{ URL string }
	if status, answer := p.call("GET", p.path(fmt.Sprintf("/%d", number)), nil, &signed); status != http.StatusOK {
		p.t.Fatalf("sign part %d: %d %s", number, status, answer)
	}
	return signed.URL
}

// sendPart uploads the next part without a session, because its URL is signed.
func (p *parted) sendPart(address string, content []byte) {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodPut, address, bytes.NewReader(content))
	if err != nil {
		p.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		p.t.Fatalf("part %d: %s", len(p.sent)+1, response.Status)
	}
	p.sent = append(p.sent, map[string]any{"PartNumber": len(p.sent) + 1, "ETag": response.Header.Get("ETag")})
}

// complete completes the upload and returns the import's job.
func (p *parted) complete() (job string) {
	p.t.Helper()
	var started struct{ JobID, Location string }
	status, answer := p.call("POST", p.path("/complete"), map[string]any{"parts": p.sent}, &started)
	if status != http.StatusAccepted || started.Location != "/api/jobs/"+started.JobID {
		p.t.Fatalf("complete: %d %s", status, answer)
	}
	return started.JobID
}

func TestFileInPartsIsImportedOnceWhateverIsKilledBetween(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	file := crawlOf("shop.example", 60_000)
	upload := ana.beginParts()
	upload.sendPart(upload.address(1), file[:partBytes])
	signed := upload.address(2)

	again := func() {
		t.Helper()
		before := p.url
		p.kill()
		p = start(t, p.data)
		ana = p.signIn("ana@example.com")
		upload.visitor, signed = ana, strings.Replace(signed, before, p.url, 1)
	}
	again() // parts and URLs remain valid
	upload.sendPart(signed, file[partBytes:])
	job := upload.complete()
	again() // and repeated requests return the same job
	if repeated := upload.complete(); repeated != job {
		t.Errorf("asked again it answers job %s, not %s", repeated, job)
	}
	if status, message := ana.job(job); status != "done" || message != "60,000 pages read, 6,000 issues found" {
		t.Errorf("the import is %s: %s", status, message)
	}
	var crawls []struct{ FileName string }
	if ana.call("GET", "/api/technical/crawls", nil, &crawls); len(crawls) != 1 || crawls[0].FileName != "internal_all.csv" {
		t.Errorf("crawls %+v", crawls)
	}
	if objects := p.objects(); len(objects) != 3 { // the file, its about.json, and the parts key
		t.Errorf("left are %q", objects)
	}
}

func TestPartsDoNotFillMemory(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	upload := ana.beginParts()
	content := make([]byte, 8<<20)
	upload.sendPart(upload.address(1), content)
	before := memoryOf(t, p.command.Process.Pid)
	for number := 2; number <= 40; number++ {
		upload.sendPart(upload.address(number), content)
	}
	upload.complete() // the content is not a crawl, but the import is not tested here
	if grown := memoryOf(t, p.command.Process.Pid) - before; grown > 32<<20 {
		t.Errorf("320 MB in parts took %d MB of memory", grown>>20)
	}
}
