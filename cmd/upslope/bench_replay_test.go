package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// The working day that is replayed: offices, their people, and what each of them does.
const (
	defaultOffices = 50 // BENCH_OFFICES
	peopleInOne    = 20
	visitsInDay    = 5
	screensInOne   = 3
	writesInDay    = 2
	replayTrip     = 100 * time.Millisecond
	replayWorkers  = 32
	// replayMinutes is how long the replay of the eight hours takes: sixty times as fast as life.
	replayMinutes = 8 // BENCH_MINUTES
)

// screens are the reads of each screen; the first is the Overview.
var screens = [][]string{ //nolint:gochecknoglobals // of this benchmark
	slices.Concat(overviewReads...),
	{"/api/insights?siteId=%s&limit=50", "/api/insights/total?siteId=%s", "/api/insights/types", "/api/views"},
	{"/api/seo/queries?siteId=%s", "/api/seo/pages?siteId=%s"},
	{"/api/ads/wasted-spend?siteId=%s", "/api/ads/keywords?siteId=%s"},
	{"/api/technical/sf-issues?siteId=%s", "/api/technical/sf-issues/counts?siteId=%s", "/api/technical/crawls?siteId=%s"},
	{"/api/technical/pagespeed?siteId=%s", "/api/technical/page-changes?siteId=%s"},
	{"/api/integrations?siteId=%s", "/api/sites", "/api/sites/%s/syncs"},
	{"/api/portfolio", "/api/plan?hours=8"},
}

// office is an account with a crawled site, and its people at the far edge. They have the role of the owner,
// as colleagues of one role share what an edge remembers.
type office struct {
	name     string
	site     string
	insights []insight
	people   []*visitor
}

// visit is one person opening a screen, and perhaps changing something there.
type visit struct {
	office *office
	person int
	screen []string
	writes bool
}

// A working day of 1,000 people at an edge replayTrip from the databases: which reads it answers by itself.
func BenchmarkWorkingDay(b *testing.B) {
	f := startFleet(b, 1, 1)
	far := f.addEdge(replayTrip, true)
	all := make([]*office, numberFrom(b, "BENCH_OFFICES", defaultOffices))
	var opening errgroup.Group
	opening.SetLimit(4)
	for i := range all {
		opening.Go(func() error {
			all[i] = f.openOffice(far, i)
			return nil
		})
	}
	_ = opening.Wait()
	time.Sleep(3 * time.Second) // until the edge hears of changes
	for b.Loop() {
		random := rand.New(rand.NewPCG(1, 1))
		var day []visit
		for _, o := range all {
			for person := range peopleInOne {
				for n := range visitsInDay * screensInOne {
					screen := screens[0]
					if n%screensInOne > 0 {
						screen = screens[1+random.IntN(len(screens)-1)]
					}
					day = append(day, visit{o, person, screen, n%screensInOne == 1 && n/screensInOne < writesInDay})
				}
			}
		}
		random.Shuffle(len(day), func(i, j int) { day[i], day[j] = day[j], day[i] })
		before := far.answers()
		took := f.replay(day, time.Duration(numberFrom(b, "BENCH_MINUTES", replayMinutes))*time.Minute)
		after := far.answers()
		total := 0.0
		for result := range after {
			if result != "reread" { // nobody waits for it
				total += after[result] - before[result]
			}
		}
		for result := range after {
			b.Logf("%-8s %7.0f of %.0f", result, after[result]-before[result], total)
		}
		b.ReportMetric(100*(after["hit"]-before["hit"])/total, "%-answered-here")
		b.ReportMetric(quantile(took, .5), "ms-p50")
		b.ReportMetric(quantile(took, .95), "ms-p95")
		b.ReportMetric(float64(len(took)), "reads")
	}
}

func (f *fleet) openOffice(far *farEdge, number int) *office {
	f.t.Helper()
	name := fmt.Sprint("office-", number)
	owner, domain := f.enter(f.near, name, name), name+".example"
	o := &office{name: name, site: owner.addSite(domain)}
	status, answer := owner.send("PUT", "/api/upload/sf-csv?filename=internal.csv&siteId="+o.site, "text/csv", bytes.NewReader(crawlOf(domain, 20)), nil)
	if status >= 300 {
		f.t.Fatalf("upload: %d %s", status, answer)
	}
	o.insights = owner.insights(1)
	for i := range peopleInOne {
		o.people = append(o.people, f.enter(far.program, name, fmt.Sprint(name, "-", i)))
	}
	return o
}

// replay does what the day says, in order and evenly over that time, and returns its reads' milliseconds.
func (f *fleet) replay(day []visit, over time.Duration) (took []float64) {
	next := make(chan visit)
	var mu sync.Mutex
	var working sync.WaitGroup
	for range replayWorkers {
		working.Go(func() {
			var own []float64
			for v := range next {
				own = append(own, f.replayVisit(v)...)
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, own...)
		})
	}
	renewed, began := map[*visitor]time.Time{}, time.Now()
	for i, v := range day {
		time.Sleep(time.Until(began.Add(over * time.Duration(i) / time.Duration(len(day)))))
		person := v.office.people[v.person]
		if time.Since(renewed[person]) > tokenMinutes*time.Minute/2 {
			f.renew(person, v.office.name, fmt.Sprint(v.office.name, "-", v.person))
			renewed[person] = time.Now()
		}
		next <- v
	}
	close(next)
	working.Wait()
	return took
}

func (f *fleet) replayVisit(v visit) (took []float64) {
	person := v.office.people[v.person]
	read := func() {
		for _, pattern := range v.screen {
			began := time.Now()
			status, answer, err := person.try("GET", strings.Replace(pattern, "%s", v.office.site, 1), "", nil)
			if err != nil || status != http.StatusOK {
				f.t.Errorf("%s: %v %d %s", pattern, err, status, answer)
			}
			took = append(took, time.Since(began).Seconds()*1000)
		}
	}
	read()
	if !v.writes {
		return took
	}
	one := "/api/insights/" + v.office.insights[v.person%len(v.office.insights)].ID
	status, answer, err := person.try("POST", one+"/comments", "application/json", strings.NewReader(`{"text":"On it."}`))
	if err != nil || status != http.StatusCreated {
		f.t.Errorf("write: %v %d %s", err, status, answer)
	}
	read() // as the app does
	return took
}

// answers are the reads that an edge may answer from memory, by what became of them.
func (e *farEdge) answers() map[string]float64 {
	e.t.Helper()
	response, err := http.Get("http://" + e.metrics + "/metrics")
	if err != nil {
		e.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	found := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		if rest, is := strings.CutPrefix(line, `upslope_edge_answers_total{result="`); is {
			result, number, _ := strings.Cut(strings.TrimSpace(rest), `"} `)
			if found[result], err = strconv.ParseFloat(number, 64); err != nil {
				e.t.Fatal(err)
			}
		}
	}
	return found
}
