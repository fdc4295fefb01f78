package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
)

const (
	partedPages  = 4500 // of a file in two parts; more from upload to upload
	maxParted    = 3    // files that are sent before a kill, at most
	partedRow    = 1200 // bytes that make a row wide, so that few rows are two parts
	partedDomain = "parts.example"
)

// partsWork uploads a file in parts, one after the other, and goes on after a kill where it was.
type partsWork struct {
	site  string
	begun int // uploads

	upload *partedUpload
	sent   []acknowledged // completed
	maybe  int            // pages of an upload whose completion was not answered, 0 for none
}

// partedUpload is an upload in parts that is under way.
type partedUpload struct {
	Key, UploadID string
	pages         int
	file          []byte
	parts         []map[string]any
	swept         bool // its file may be gone, as nobody imported it for an hour
}

func newPartsWork(v *visitor) *partsWork { return &partsWork{site: v.addSite(partedDomain)} }

// wideCrawlOf is crawlOf with a long note on every page.
func wideCrawlOf(domain string, pages int) []byte {
	head, rows, _ := bytes.Cut(crawlOf(domain, pages), []byte("\n"))
	wide := bytes.ReplaceAll(rows, []byte("\n"), []byte(","+strings.Repeat("n", partedRow)+"\n"))
	return bytes.Join([][]byte{head, wide}, []byte(",Note\n"))
}

func (w *partsWork) prepare(*visitor, int, *rand.Rand) { w.begin() }

// begin makes the next file, unless an upload goes on.
func (w *partsWork) begin() {
	if w.upload != nil {
		return
	}
	pages := partedPages + 10*w.begun
	w.begun++
	w.upload = &partedUpload{pages: pages, file: wideCrawlOf(partedDomain, pages)}
}

func (w *partsWork) act(v *visitor, _ *rand.Rand, over func() bool) {
	for range maxParted {
		if over() || !w.send(v) {
			return
		}
		w.begin()
	}
}

// send uploads the rest of the file, and reports whether all was answered.
func (w *partsWork) send(v *visitor) bool {
	u := w.upload
	if u.UploadID == "" {
		asked, _ := json.Marshal(map[string]any{"filename": "internal_all.csv", "type": "text/csv", "metadata": map[string]string{"siteId": w.site}})
		if status, answer, err := v.try("POST", storageCalls, "application/json", bytes.NewReader(asked)); err != nil || status != http.StatusOK || json.Unmarshal([]byte(answer), u) != nil {
			return false
		}
	}
	path := func(of string) string { return storageCalls + "/" + u.UploadID + of + "?key=" + url.QueryEscape(u.Key) }
	for len(u.parts) < 2 {
		number := len(u.parts) + 1
		var signed struct{ URL string }
		if status, answer, err := v.try("GET", path(fmt.Sprintf("/%d", number)), "", nil); err != nil || status != http.StatusOK || json.Unmarshal([]byte(answer), &signed) != nil {
			return false
		}
		content := u.file[:partBytes]
		if number == 2 {
			content = u.file[partBytes:]
		}
		tag := v.tryPart(signed.URL, content)
		if tag == "" {
			return false
		}
		u.parts = append(u.parts, map[string]any{"PartNumber": number, "ETag": tag})
	}
	asked, _ := json.Marshal(map[string]any{"parts": u.parts})
	w.maybe = u.pages
	status, answer, err := v.try("POST", path("/complete"), "application/json", bytes.NewReader(asked))
	var started struct{ JobID string }
	if u.swept && err == nil && status == http.StatusNotFound {
		w.upload, w.maybe = nil, 0
		return true // people send it again
	}
	if err != nil || status != http.StatusAccepted || json.Unmarshal([]byte(answer), &started) != nil {
		if err == nil && status < http.StatusInternalServerError {
			v.t.Errorf("complete the upload in parts: %d %s", status, answer)
		}
		return false // asked again after the kill
	}
	w.sent, w.upload, w.maybe = append(w.sent, acknowledged{started.JobID, u.pages}), nil, 0
	return true
}

// tryPart uploads a part and returns its tag, "" when it was not acknowledged.
func (v *visitor) tryPart(address string, content []byte) (tag string) {
	request, err := http.NewRequest(http.MethodPut, address, bytes.NewReader(content))
	if err != nil {
		return ""
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return ""
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return ""
	}
	return response.Header.Get("ETag")
}

func (w *partsWork) check(v *visitor) {
	var refused []int
	if w.maybe > 0 {
		refused = append(refused, w.maybe)
	}
	v.t.Logf("%s: %d uploads in parts acknowledged", partedDomain, len(w.sent))
	v.checkJobs(partedDomain, w.sent, refused)
	v.checkCrawls(w.site, partedDomain, w.sent, refused)
	if w.upload != nil {
		w.upload.swept = true // by the audit that follows
	}
}
