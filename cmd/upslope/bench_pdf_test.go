package main

import (
	"fmt"
	"html/template"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/reports"
	"upslope/infra/pdf"
)

// longReport returns a report of ten pages with charts.
func longReport(b *testing.B) pdf.Document {
	b.Helper()
	curve := reports.Chart{Width: 320, Height: 72, First: "1 Sep 2026", Last: "30 Nov 2026", Said: "Clicks"}
	line := strings.Builder{}
	for day := range 90 {
		fmt.Fprintf(&line, "L%d %d", 3+day*314/90, 10+day*7%50)
	}
	curve.Now = []template.HTMLAttr{template.HTMLAttr(`d="M3 40` + line.String() + `"`)}
	curve.Area = []template.HTMLAttr{template.HTMLAttr(`d="M3 40` + line.String() + `L317 72L3 72Z"`)}
	report := reports.Report{Title: "SEO & Ads Performance Report", About: "shop.example", MadeAt: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Listed: true, Steps: true}
	for i := range 8 {
		report.Figures = append(report.Figures, reports.Figure{Title: fmt.Sprintf("Figure %d", i), Value: "12,345", Change: "+12%", Before: "11,000", Chart: curve})
	}
	for i := range 22 {
		report.Insights = append(report.Insights, reports.Insight{
			Title: fmt.Sprintf("Bring “waterproof boots %d” from position 6.4 to the top 3", i), Summary: strings.Repeat("It is seen 8,801 times a month and clicked 315 times. ", 3),
			Worth: "$2,410 a month ($469 to $5,976)", Confidence: "38%", Impact: "High", Effort: "Low", Score: 92, Range: &reports.Range{From: 5, Mid: 20, To: 60},
			Steps: slices.Repeat([]string{"Change the title of /boots to “Waterproof boots: compare and buy”, and its main heading with it."}, 6),
		})
	}
	document, err := documentOf(report)
	if err != nil {
		b.Fatal(err)
	}
	return document
}

// BenchmarkPDF prints a report of ten pages: first after a start, sequentially, and twenty concurrently.
func BenchmarkPDF(b *testing.B) {
	document := longReport(b)
	for b.Loop() {
		printer := pdf.New(os.Getenv("CHROME_PATH"))
		began := time.Now()
		file, err := printer.Print(b.Context(), document)
		if upslope.CodeOf(err) == upslope.Unavailable {
			b.Skip(err)
		}
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "s-first")
		b.ReportMetric(float64(strings.Count(string(file), "/Type /Page\n")), "pages")
		var took []time.Duration
		for range 15 {
			began := time.Now()
			if _, err := printer.Print(b.Context(), document); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
			time.Sleep(300 * time.Millisecond) // people do not print without pauses
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "ms-warm-p50")
		before := cpuOfChildren(b)
		if _, err := printer.Print(b.Context(), document); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(1000*(cpuOfChildren(b)-before), "ms-warm-cpu")
		began = time.Now()
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if _, err := printer.Print(b.Context(), document); err != nil {
					b.Error(err)
				}
			})
		}
		most := make(chan float64)
		done := make(chan bool)
		go func() {
			peak := 0.
			for {
				select {
				case <-done:
					most <- peak
					return
				case <-time.After(time.Second): // measuring is expensive too
					now := int64(0)
					for _, pid := range browserProcesses(b) {
						now += memoryOf(b, pid)
					}
					peak = max(peak, float64(now)/1e6)
				}
			}
		}()
		all.Wait()
		close(done)
		b.ReportMetric(time.Since(began).Seconds(), "s-twenty-at-once")
		b.ReportMetric(<-most, "MB-twenty-at-once")
		printer.Close()
	}
}

// browserProcesses returns all descendants of this process.
func browserProcesses(b *testing.B) []int {
	pids := childrenOf(b, os.Getpid(), "")
	for i := 0; i < len(pids); i++ {
		pids = append(pids, childrenOf(b, pids[i], "")...)
	}
	return pids
}

func cpuOfChildren(b *testing.B) (seconds float64) {
	for _, pid := range browserProcesses(b) {
		seconds += cpuOf(b, pid)
	}
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		b.Fatal(err)
	}
	return seconds + float64(own.Utime.Sec+own.Stime.Sec) + float64(own.Utime.Usec+own.Stime.Usec)/1e6
}
