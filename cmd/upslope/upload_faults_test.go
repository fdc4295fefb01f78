package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// objects returns the files in object storage.
func (p *program) objects() (files []string) {
	_ = filepath.WalkDir(filepath.Join(p.data, "objects"), func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			files = append(files, path)
		}
		return nil
	})
	return files
}

// put uploads a file and returns the outcome of its import, which the upload itself returns within 25
// seconds.
func (v *visitor) put(file []byte) (status int, answer string) {
	v.t.Helper()
	status, answer = v.send("PUT", "/api/upload/sf-csv?filename=internal_all.csv", "text/csv", bytes.NewReader(file), nil)
	if status != http.StatusAccepted {
		return status, answer
	}
	var job struct{ ID string }
	if err := json.Unmarshal([]byte(answer), &job); err != nil {
		v.t.Fatalf("the upload answers %q: %v", answer, err)
	}
	state, message := v.job(job.ID)
	if state != "done" {
		return http.StatusUnprocessableEntity, message
	}
	return http.StatusOK, message
}

// raw opens a connection and sends the headers of an upload.
func (v *visitor) raw(headers string) net.Conn {
	v.t.Helper()
	conn, err := new(net.Dialer).DialContext(v.t.Context(), "tcp", strings.TrimPrefix(v.url, "http://"))
	if err != nil {
		v.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(v.t.Context(), "GET", v.url, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, cookie := range v.client.Jar.Cookies(request.URL) {
		request.AddCookie(cookie)
	}
	_, err = fmt.Fprintf(conn, "PUT /api/upload/sf-csv HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nContent-Type: text/csv\r\n%s\r\n\r\n",
		request.Host, request.Header.Get("Cookie"), headers)
	if err != nil {
		v.t.Fatal(err)
	}
	return conn
}

func TestUploadCutAnywhereLeavesNothing(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	before := len(p.objects())
	file := crawlOf("shop.example", 20_000)
	for at := 0; at < len(file); at += len(file)/7 + 1 {
		for name, headers := range map[string]string{
			"a known length": fmt.Sprintf("Content-Length: %d", len(file)),
			"chunks":         "Transfer-Encoding: chunked",
		} {
			conn := ana.raw(headers)
			body := file[:at]
			if name == "chunks" {
				body = fmt.Appendf(nil, "%x\r\n%s", len(file), body)
			}
			if _, err := conn.Write(body); err != nil {
				t.Fatal(err)
			}
			if err := conn.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	eventually(t, "nothing is stored", func() bool { return len(p.objects()) == before })
	var crawls []any
	if ana.call("GET", "/api/technical/crawls", nil, &crawls); len(crawls) > 0 {
		t.Errorf("there are crawls: %v", crawls)
	}
	if status, answer := ana.put(file); status != http.StatusOK || !strings.Contains(answer, "20,000 pages read") {
		t.Errorf("the whole file afterwards: %d %s", status, answer)
	}
}

func TestFileOverItsLimitIsRefusedDuringUpload(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	before := len(p.objects())
	block := bytes.Repeat([]byte("https://shop.example/a,200\n"), 40_000)
	conn := ana.raw("Transfer-Encoding: chunked")
	refused := make(chan string, 1)
	go func() {
		head := make([]byte, 12)
		_, _ = io.ReadFull(conn, head)
		refused <- string(head)
	}()
	for written := 0; written < 200<<20; written += len(block) {
		if _, err := fmt.Fprintf(conn, "%x\r\n%s\r\n", len(block), block); err != nil {
			break
		}
		if len(refused) > 0 && written < 50<<20 {
			t.Errorf("it is refused after %d MB", written>>20)
		}
		time.Sleep(time.Millisecond)
		if len(refused) > 0 {
			break
		}
	}
	select {
	case head := <-refused:
		if head != "HTTP/1.1 413" {
			t.Errorf("answer %q", head)
		}
	default:
		t.Error("200 MB were sent and not refused")
	}
	_ = conn.Close()
	eventually(t, "nothing is stored", func() bool { return len(p.objects()) == before })
}

func TestMissingStorageIsReportedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	folder := filepath.Join(p.data, "objects")
	aside := folder + "-aside"
	file := crawlOf("shop.example", 20_000)
	conn := ana.raw(fmt.Sprintf("Content-Length: %d", len(file)))
	if _, err := conn.Write(file[:len(file)/2]); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(folder, aside); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // prevents its creation
		t.Fatal(err)
	}
	if _, err := conn.Write(file[len(file)/2:]); err != nil {
		t.Logf("the connection ends: %v", err)
	}
	head := make([]byte, 12)
	if _, err := io.ReadFull(conn, head); err != nil || string(head) != "HTTP/1.1 503" {
		t.Errorf("in the middle of an upload: %q %v", head, err)
	}
	_ = conn.Close()
	if status, answer := ana.put(crawlOf("shop.example", 100)); status != http.StatusServiceUnavailable || !strings.Contains(answer, "File storage is unavailable") {
		t.Errorf("%d %s", status, answer)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(aside, folder); err != nil {
		t.Fatal(err)
	}
	if status, answer := ana.put(crawlOf("shop.example", 100)); status != http.StatusOK {
		t.Errorf("once it is back: %d %s", status, answer)
	}
	var crawls []any
	if ana.call("GET", "/api/technical/crawls", nil, &crawls); len(crawls) != 1 {
		t.Errorf("%d crawls, want the one that was uploaded whole", len(crawls))
	}
}

func TestFullDiskErrorLeavesNothing(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	folder := filepath.Join(data, "objects")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, 0) })
	p := start(t, data)
	t.Cleanup(p.stop)
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	before := len(p.objects())
	if status, answer := ana.put(crawlOf("shop.example", 20_000)); status != http.StatusServiceUnavailable || !strings.Contains(answer, "no space") {
		t.Errorf("%d %s", status, answer)
	}
	if left := len(p.objects()); left != before {
		t.Errorf("%d files are left, before there were %d", left, before)
	}
	if status, answer := ana.put(crawlOf("shop.example", 200)); status != http.StatusOK {
		t.Errorf("a file that fits: %d %s", status, answer)
	}
}
