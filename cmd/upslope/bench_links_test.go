package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
)

const (
	serverProcessor = 0
	loadProcessor   = 1
	loadConnections = 32
	loadRuns        = 5
	loadLasts       = 3 * time.Second
)

// pinned starts a command on one processor, with its output in a file; taken returns its CPU seconds.
func pinned(b *testing.B, processor int, settings []string, command ...string) (taken func() float64) {
	b.Helper()
	said, err := os.Create(filepath.Join(b.TempDir(), "said"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = said.Close() })
	running := exec.Command("taskset", append([]string{"-c", fmt.Sprint(processor)}, command...)...)
	running.Env, running.Stdout, running.Stderr = append(os.Environ(), settings...), said, said
	if err := running.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = running.Process.Signal(os.Interrupt)
		_ = running.Wait()
	})
	return func() (seconds float64) {
		pid := running.Process.Pid // taskset execs the command
		for _, process := range append(childrenOf(b, pid, ""), pid) {
			seconds += cpuOf(b, process)
		}
		return seconds
	}
}

func freeAddr(b *testing.B) string {
	b.Helper()
	listener, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// nginxConf is Debian's default for one file on one processor, with an access log as the edge has.
const nginxConf = `
daemon off;
worker_processes 1;
pid %[1]s/nginx.pid;
error_log %[1]s/error.log;
events { worker_connections 768; }
http {
	sendfile on;
	tcp_nopush on;
	types_hash_max_size 2048;
	keepalive_requests 1000000000;
	access_log %[1]s/access.log;
	client_body_temp_path %[1]s; proxy_temp_path %[1]s; fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
	server {
		listen %[2]s;
		root %[1]s;
		default_type "text/html; charset=utf-8";
		add_header Content-Encoding gzip;
	}
}
`

// BenchmarkLinkAgainstNginx serves the same bytes from both, each on one processor with the load generator on
// the other.
func BenchmarkLinkAgainstNginx(b *testing.B) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		nginx = "/usr/sbin/nginx"
	}
	if _, err := os.Stat(nginx); err != nil {
		b.Skip("nginx is not installed: apt-get install nginx")
	}
	if _, err := exec.LookPath("taskset"); err != nil || runtime.NumCPU() < 2 {
		b.Skip("this needs taskset and two processors")
	}
	bus, folder := startNATS(b), b.TempDir()
	shared := []string{"NATS_URL=" + bus.url(), "REPORTS_REPLICA_URL=file://" + filepath.Join(folder, "storage")}
	origin := start(b, filepath.Join(folder, "origin"), shared...)
	ana := origin.signIn("ana@example.com")
	ana.loadDemo()
	link := ana.createLink("SEO & Ads Performance Report")

	addr := freeAddr(b)
	ourProcessor := pinned(b, serverProcessor, append([]string{
		asProgram + "=1", "ADDR=" + addr, "DATA_DIR=" + filepath.Join(folder, "edge"), "APP_ENV=development",
		"CLICKHOUSE_URL=clickhouse://" + nowhere + "/upslope", "DATABASE_URL=" + origin.databaseURL(),
	}, shared...), os.Args[0], "edge")
	page := packedPage(b, "http://"+addr+link.path())
	if plain := unpacked(b, page); strings.Contains(plain, "<script") || strings.Contains(plain, "javascript:") {
		b.Error("the page has a script")
	}

	theirs := filepath.Join(folder, "nginx")
	address := freeAddr(b)
	conf := filepath.Join(theirs, "nginx.conf")
	for _, err := range []error{
		os.MkdirAll(theirs, 0o755), os.Chmod(folder, 0o755), os.Chmod(filepath.Dir(folder), 0o755), os.WriteFile(filepath.Join(theirs, "page"), page, 0o644),
		os.WriteFile(conf, fmt.Appendf(nil, nginxConf, theirs, address), 0o644),
	} {
		if err != nil {
			b.Fatal(err)
		}
	}
	theirProcessor := pinned(b, serverProcessor, nil, nginx, "-c", conf, "-p", theirs, "-e", filepath.Join(theirs, "error.log"))
	if same := packedPage(b, "http://"+address+"/page"); !slices.Equal(same, page) {
		b.Fatal("nginx serves something else")
	}
	ask := func(addr, path string) load {
		return load{
			Addr: addr, Connections: loadConnections, Lasts: loadLasts,
			Request: "GET " + path + " HTTP/1.1\r\nHost: " + addr + "\r\nAccept-Encoding: gzip, deflate, br\r\nUser-Agent: Mozilla/5.0\r\nAccept: text/html\r\n\r\n",
		}
	}
	for b.Loop() {
		var speed, theirSpeed, tail, theirTail, busy []float64
		var answered, theirAnswered int
		spent, theirSpent := ourProcessor(), theirProcessor()
		for range loadRuns { // alternated, so that a busy moment affects both
			a, n := ask(addr, link.path()).run(b, loadProcessor), ask(address, "/page").run(b, loadProcessor)
			if a.Bytes != len(page) || n.Bytes != len(page) {
				b.Fatalf("%d and %d bytes, want %d", a.Bytes, n.Bytes, len(page))
			}
			speed, theirSpeed = append(speed, a.perSecond()), append(theirSpeed, n.perSecond())
			tail, theirTail = append(tail, a.P99), append(theirTail, n.P99)
			busy = append(busy, n.Processor/n.Seconds)
			answered, theirAnswered = answered+a.Requests, theirAnswered+n.Requests
		}
		spent, theirSpent = (ourProcessor()-spent)/float64(answered), (theirProcessor()-theirSpent)/float64(theirAnswered)
		// independent of other load on the machine
		b.ReportMetric(theirSpent/spent, "of-nginx-requests-per-processor-second")
		b.ReportMetric(median(speed)/median(theirSpeed), "of-nginx-throughput")
		b.ReportMetric(median(tail)/median(theirTail), "of-nginx-p99")
		b.ReportMetric(median(speed), "requests/s")
		b.ReportMetric(median(theirSpeed), "nginx-requests/s")
		b.ReportMetric(median(tail), "ms-p99")
		b.ReportMetric(median(theirTail), "nginx-ms-p99")
		b.ReportMetric(median(busy), "load-busy") // well under 1 when the servers are the bottleneck
		b.ReportMetric(float64(len(page))/1000, "KB-page")
	}
}

// packedPage waits for a page and returns it as sent, compressed.
func packedPage(b *testing.B, address string) (page []byte) {
	b.Helper()
	eventually(b, address+" opens", func() bool {
		request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, nil)
		if err != nil {
			b.Fatal(err)
		}
		request.Header.Set("Accept-Encoding", "gzip")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return false
		}
		defer func() { _ = response.Body.Close() }()
		page, err = io.ReadAll(response.Body)
		return err == nil && response.StatusCode == http.StatusOK && response.Header.Get("Content-Encoding") == "gzip"
	})
	return page
}

// anyReport is a page of a typical report's size.
type anyReport struct{ html []byte }

func (r anyReport) Page(context.Context, string, upslope.ReportSettings) ([]byte, error) {
	return r.html, nil
}

// BenchmarkLinkToEveryEdge measures from the commit of a link in PostgreSQL until it opens on three edges,
// through a local S3, with and without notifications by NATS.
func BenchmarkLinkToEveryEdge(b *testing.B) {
	const edges, told, untold, lookEvery = 3, 200, 40, time.Second
	for b.Loop() {
		withNews := arrivals(b, edges, told, time.Hour, true)
		b.ReportMetric(quantile(withNews, .5)*1000, "ms-p50")
		b.ReportMetric(quantile(withNews, .95)*1000, "ms-p95")
		without := arrivals(b, edges, untold, lookEvery, false)
		b.ReportMetric(quantile(without, .95)/lookEvery.Seconds(), "of-poll-interval-p95")
	}
}

func unpacked(b *testing.B, page []byte) string {
	b.Helper()
	reader, err := gzip.NewReader(bytes.NewReader(page))
	if err != nil {
		b.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		b.Fatal(err)
	}
	return string(plain)
}
