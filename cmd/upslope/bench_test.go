package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
)

// The benchmarks express the product's performance goals as ratios to a baseline in the same run, so that a
// busy machine does not matter. `make bench` runs each once.

func BenchmarkStart(b *testing.B) {
	data := b.TempDir()
	for b.Loop() {
		began := time.Now()
		first := start(b, data)
		b.ReportMetric(time.Since(began).Seconds(), "s-first-start")
		first.stop()
		began = time.Now()
		again := start(b, data)
		b.ReportMetric(time.Since(began).Seconds(), "s-ready")
		time.Sleep(5 * time.Second)
		b.ReportMetric(float64(again.memory())/1e6, "MB-idle")
		again.stop()
	}
}

// everyProcess returns the program's processes: itself, the engines, and PostgreSQL's backends.
func (p *program) everyProcess() []int {
	pids := []int{p.command.Process.Pid}
	for i := 0; i < len(pids); i++ {
		pids = append(pids, childrenOf(p.t, pids[i], "")...)
	}
	return pids
}

// cpu returns the CPU seconds of all processes of the program, which hardly depend on other load.
func (p *program) cpu() (seconds float64) {
	for _, pid := range p.everyProcess() {
		seconds += cpuOf(p.t, pid)
	}
	return seconds
}

// cpuOf returns the CPU seconds of a process; 0 when it has ended.
func cpuOf(t testing.TB, pid int) (seconds float64) {
	t.Helper()
	const ticks = 100 // per second, on every Linux
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // its name may contain spaces
	for _, field := range fields[11:13] {
		spent, err := strconv.ParseFloat(field, 64)
		if err != nil {
			t.Error(err)
		}
		seconds += spent / ticks
	}
	return seconds
}

// memory returns the memory of all processes of the program in bytes, with shared pages counted once.
func (p *program) memory() (total int64) {
	for _, pid := range p.everyProcess() {
		total += memoryOf(p.t, pid)
	}
	return total
}

// memoryOf returns the memory of one process in bytes; 0 when it has ended.
func memoryOf(t testing.TB, pid int) (bytes int64) {
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(rollup)) {
		if rest, found := strings.CutPrefix(line, "Pss:"); found {
			kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Error(err)
			}
			bytes += kilobytes << 10
		}
	}
	return bytes
}

// manyInsights returns an Internal export with problems in many sections, so that each gets an insight.
func manyInsights(domain string) []byte {
	var file bytes.Buffer
	file.WriteString("Address,Content Type,Status Code,Status,Indexability,Title 1,Meta Description 1,H1-1,Inlinks\n")
	for section := range 80 {
		for page := range 6 {
			fmt.Fprintf(&file, "https://%s/section-%d/faulty-%d,text/html,200,OK,Indexable,,,,%d\n", domain, section, page, section)
		}
		for page := range 6 {
			fmt.Fprintf(&file, "https://%s/section-%d/good-%d,text/html,200,OK,Indexable,The good page %d of the section number %d,\"What the good page %d of section %d is about, in a sentence that is long enough\",Heading,%d\n",
				domain, section, page, page, section, page, section, section)
		}
	}
	return file.Bytes()
}

func BenchmarkInsights(b *testing.B) {
	p := start(b, b.TempDir())
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	contentType, body := form(b, "internal.csv", manyInsights("shop.example"))
	if status, answer := ana.send("POST", "/api/upload/sf-csv", contentType, body, nil); status != http.StatusOK {
		b.Fatalf("%d %s", status, answer)
	}
	ana.insights(200)
	const path = "/api/insights?limit=200"
	status, answer := ana.call("GET", path, nil, nil)
	if status != http.StatusOK {
		b.Fatalf("%d %s", status, answer)
	}
	memory := fromMemory(b, []byte(answer))
	for b.Loop() {
		var ours, theirs []float64
		for range 5 { // alternated, so that a busy moment affects both
			theirs = append(theirs, throughput(b, http.DefaultClient, memory, 8))
			ours = append(ours, throughput(b, ana.client, p.url+path, 8))
		}
		b.ReportMetric(median(ours)/median(theirs), "of-memory-throughput")
		b.ReportMetric(median(ours), "requests/s")
		b.ReportMetric(median(latencies(b, ana.client, p.url+path, 200))*1000, "ms-p50")
		b.ReportMetric(float64(len(answer))/1000, "KB-answer")
	}
}

// fromMemory serves the same bytes from memory, with the same HTTP library.
func fromMemory(b *testing.B, answer []byte) string {
	b.Helper()
	app := fiber.New()
	app.Get("/", func(c fiber.Ctx) error {
		c.Set("Content-Type", "application/json")
		return c.Send(answer)
	})
	listener, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	b.Cleanup(func() { _ = app.Shutdown() })
	return "http://" + listener.Addr().String() + "/"
}

// throughput returns the requests per second over the given number of connections.
func throughput(b *testing.B, client *http.Client, url string, connections int) float64 {
	b.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: connections, DisableCompression: true}
	defer transport.CloseIdleConnections()
	client = &http.Client{Transport: transport, Jar: client.Jar}
	ctx, cancel := context.WithTimeout(b.Context(), 2*time.Second)
	defer cancel()
	began := time.Now()
	var done sync.WaitGroup
	counts := make([]int, connections)
	for i := range connections {
		done.Go(func() {
			for ctx.Err() == nil {
				err := get(ctx, client, url)
				if err == nil {
					counts[i]++
				} else if !errors.Is(err, context.DeadlineExceeded) {
					b.Error(err)
					return
				}
			}
		})
	}
	done.Wait()
	total := 0
	for _, count := range counts {
		total += count
	}
	return float64(total) / time.Since(began).Seconds()
}

// latencies returns the durations of sequential requests in seconds.
func latencies(b *testing.B, client *http.Client, url string, requests int) []float64 {
	b.Helper()
	times := make([]float64, requests)
	for i := range times {
		began := time.Now()
		if err := get(b.Context(), client, url); err != nil {
			b.Fatal(err)
		}
		times[i] = time.Since(began).Seconds()
	}
	return times
}

func get(ctx context.Context, client *http.Client, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, response.Status)
	}
	return nil
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
