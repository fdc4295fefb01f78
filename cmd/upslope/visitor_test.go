package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"
)

// visitor is an HTTP client with a session.
type visitor struct {
	*program
	client *http.Client
}

func (p *program) signIn(email string) *visitor {
	p.t.Helper()
	email = strings.Replace(email, "@", p.tag+"@", 1)
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	v := &visitor{program: p, client: &http.Client{Jar: jar, Timeout: maxWait}}
	if status, body := v.call("GET", "/api/login?as="+email, nil, nil); status != http.StatusOK {
		p.t.Fatalf("sign in: %d %s", status, body)
	}
	return v
}

// call sends JSON, decodes the response into out unless nil, and returns the status and the body.
func (v *visitor) call(method, path string, in, out any) (int, string) {
	v.t.Helper()
	var body io.Reader
	if in != nil {
		encoded, err := json.Marshal(in)
		if err != nil {
			v.t.Fatal(err)
		}
		body = bytes.NewReader(encoded)
	}
	return v.send(method, path, "application/json", body, out)
}

func (v *visitor) send(method, path, contentType string, body io.Reader, out any) (int, string) {
	v.t.Helper()
	status, answer, err := v.try(method, path, contentType, body)
	if err != nil {
		v.t.Fatal(err)
	}
	if out != nil && status < 300 {
		if err := json.Unmarshal([]byte(answer), out); err != nil {
			v.t.Fatalf("%s %s answers %q: %v", method, path, answer, err)
		}
	}
	return status, answer
}

func (v *visitor) try(method, path, contentType string, body io.Reader) (int, string, error) {
	request, err := http.NewRequestWithContext(context.Background(), method, v.url+path, body)
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Content-Type", contentType)
	response, err := v.client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	return response.StatusCode, string(answer), err
}

// answer sends a request with headers of its own.
func (v *visitor) answer(request *http.Request) (status int, answer string) {
	v.t.Helper()
	response, err := v.client.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// callPatiently is call for a test's set-up: a 503, which has done nothing, is tried again as it asks.
func (v *visitor) callPatiently(method, path string, in, out any) (status int, answer string) {
	v.t.Helper()
	eventually(v.t, method+" "+path+" is available", func() bool {
		status, answer = v.call(method, path, in, out)
		return status != http.StatusServiceUnavailable
	})
	return status, answer
}

func (v *visitor) addSite(domain string) string {
	v.t.Helper()
	var site struct{ ID string }
	if status, body := v.callPatiently("POST", "/api/sites", map[string]string{"name": domain, "domain": domain}, &site); status != http.StatusCreated {
		v.t.Fatalf("add site: %d %s", status, body)
	}
	return site.ID
}

// form returns the body of a multipart upload.
func form(t testing.TB, name string, content []byte) (contentType string, body io.Reader) {
	t.Helper()
	var buffer bytes.Buffer
	writer := multipart.NewWriter(&buffer)
	part, err := writer.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return writer.FormDataContentType(), &buffer
}

// job waits for a job to finish.
func (v *visitor) job(id string) (status, message string) {
	v.t.Helper()
	status, message, err := v.awaitJob(id, maxWait)
	if err != nil {
		v.t.Fatalf("%v\n%s", err, v.stderr)
	}
	return status, message
}

// awaitJob is job without failing the test, for use in other goroutines.
func (v *visitor) awaitJob(id string, timeout time.Duration) (status, message string, err error) {
	var job struct{ Status, Message string }
	for deadline := time.Now().Add(timeout); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		code, body, err := v.try("GET", "/api/jobs/"+id, "", nil)
		if err == nil && code == http.StatusOK {
			if err := json.Unmarshal([]byte(body), &job); err != nil {
				return "", "", err
			}
			if job.Status == "done" || job.Status == "failed" {
				return job.Status, job.Message, nil
			}
		}
	}
	return "", "", fmt.Errorf("the job is still %s after %s: %s", job.Status, timeout, job.Message)
}

// crawlOf returns an Internal export with that many pages, of which every tenth has no title.
func crawlOf(domain string, pages int) []byte {
	var file bytes.Buffer
	file.WriteString("Address,Content Type,Status Code,Status,Indexability,Title 1,Meta Description 1,H1-1,Inlinks\n")
	for i := range pages {
		title := fmt.Sprintf("The page number %d of the whole site", i)
		if i%10 == 0 {
			title = ""
		}
		fmt.Fprintf(&file, "https://%s/section-%d/page-%d,text/html,200,OK,Indexable,%s,\"What page %d is about, in a sentence that is long enough to be shown as it is\",Heading %d,%d\n",
			domain, i%7, i, title, i, i, i%40)
	}
	return file.Bytes()
}
