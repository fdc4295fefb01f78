package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// repeatEvery is the number of kills after which a domain's upload repeats an acknowledged one.
const repeatEvery = 4

// acknowledged is an upload that was answered with a job.
type acknowledged struct {
	job   string
	pages int
}

// crawlWork uploads crawls to a few sites. The same bytes sent again are acknowledged and change nothing.
type crawlWork struct {
	domains []string
	sites   map[string]string // ids by domain
	next    map[string]int    // pages of the uploads of the next kill, by domain
	sizes   distinctSizes

	mu      sync.Mutex
	sent    map[string][]acknowledged
	refused map[string][]int // sizes of uploads that were not acknowledged, and may have been taken
}

func newCrawlWork(v *visitor) *crawlWork {
	w := &crawlWork{
		domains: []string{"one.example", "two.example", "three.example"}, sites: map[string]string{}, next: map[string]int{},
		sizes: distinctSizes{}, sent: map[string][]acknowledged{}, refused: map[string][]int{},
	}
	for _, domain := range w.domains {
		w.sites[domain] = v.addSite(domain)
	}
	return w
}

func (w *crawlWork) prepare(_ *visitor, kill int, random *rand.Rand) {
	for i, domain := range w.domains {
		w.next[domain] = w.sizes.take(domain, 1000*(1+random.IntN(12))+10*(kill*len(w.domains)+i))
		if repeated := w.sent[domain]; len(repeated) > 0 && (kill+i)%repeatEvery == 0 {
			w.next[domain] = repeated[kill%len(repeated)].pages
		}
	}
}

func (w *crawlWork) act(v *visitor, _ *rand.Rand, _ func() bool) {
	var uploads sync.WaitGroup
	for _, domain := range w.domains {
		uploads.Go(func() {
			pages := w.next[domain]
			job, err := v.sendCrawl(w.sites[domain], domain, pages)
			w.mu.Lock()
			defer w.mu.Unlock()
			if err != nil {
				w.refused[domain] = append(w.refused[domain], pages)
				return
			}
			w.sent[domain] = append(w.sent[domain], acknowledged{job, pages})
		})
	}
	uploads.Wait()
}

func (w *crawlWork) check(v *visitor) {
	for _, domain := range w.domains {
		v.t.Logf("%s: %d uploads acknowledged, %d refused", domain, len(w.sent[domain]), len(w.refused[domain]))
		v.checkJobs(domain, w.sent[domain], w.refused[domain])
		v.checkCrawls(w.sites[domain], domain, w.sent[domain], w.refused[domain])
	}
}

// checkJobs expects every job to be done, and the bytes of each crawl to be imported by one job only.
func (v *visitor) checkJobs(domain string, sent []acknowledged, refused []int) {
	v.t.Helper()
	jobs := map[int][]string{}
	imported, repeated := map[int]int{}, map[int]int{}
	for _, one := range sent {
		if one.job == "" || slices.Contains(jobs[one.pages], one.job) {
			continue // it was imported before it was answered, or joined the running import of the same bytes
		}
		jobs[one.pages] = append(jobs[one.pages], one.job)
		switch status, text := v.job(one.job); {
		case status == "done" && strings.HasPrefix(text, thousands(one.pages)+" pages read, "+thousands(one.pages/10)+" issues found"):
			imported[one.pages]++
		case status == "done" && strings.HasPrefix(text, "This file was already imported on "):
			repeated[one.pages]++
		default:
			v.t.Errorf("%s, %d pages: %s: %s", domain, one.pages, status, text)
		}
	}
	for pages := range jobs {
		// Another upload imported it: one answered without a job, or one taken without an answer.
		byAnother := slices.Contains(sent, acknowledged{"", pages}) || slices.Contains(refused, pages)
		if imported[pages] > 1 || imported[pages] == 0 && !byAnother {
			v.t.Errorf("%s, %d pages: imported by %d jobs, a repetition for %d", domain, pages, imported[pages], repeated[pages])
		}
	}
}

// checkCrawls expects each acknowledged crawl once and whole, and no other but those of unanswered uploads.
func (v *visitor) checkCrawls(site, domain string, sent []acknowledged, refused []int) {
	v.t.Helper()
	var crawls []struct{ Pages, Issues int }
	answered := func() (status int, body string) {
		return v.call("GET", "/api/technical/crawls?limit=1000&siteId="+site, nil, &crawls)
	}
	status, body := answered()
	for deadline := time.Now().Add(maxWait); status == http.StatusServiceUnavailable && time.Now().Before(deadline); status, body = answered() {
		time.Sleep(50 * time.Millisecond) // the engine killed last starts again
	}
	if status != http.StatusOK {
		v.t.Fatalf("list the crawls of %s: %d %s", domain, status, body)
	}
	times := map[int]int{}
	for _, crawl := range crawls {
		times[crawl.Pages]++
		if crawl.Issues != crawl.Pages/10 {
			v.t.Errorf("%s: %+v", domain, crawl)
		}
	}
	expected := map[int]bool{}
	for _, one := range sent {
		expected[one.pages] = true
	}
	for pages := range expected {
		if times[pages] != 1 {
			v.t.Errorf("%s: the crawl of %d pages was acknowledged and is there %d times", domain, pages, times[pages])
		}
	}
	for pages, count := range times {
		if !expected[pages] && (count > 1 || !slices.Contains(refused, pages)) {
			v.t.Errorf("%s: a crawl of %d pages is there %d times", domain, pages, count)
		}
	}
}

// distinctSizes are the sizes of crawls by domain. crawlOf makes the same bytes of the same size, and the
// same bytes are one crawl: a size that occurs twice is a repetition, not a second crawl.
type distinctSizes map[string][]int

// take returns the size, or the next larger one that is free.
func (d distinctSizes) take(domain string, pages int) int {
	for slices.Contains(d[domain], pages) {
		pages += 10
	}
	d[domain] = append(d[domain], pages)
	return pages
}

// Seed 9811345523018668516 repeated sizes after 100 kills, so repetitions were counted as lost crawls.
func TestNoTwoCrawlsOfADomainHaveOneSize(t *testing.T) {
	t.Parallel()
	random, sizes := rand.New(rand.NewPCG(1, 1)), distinctSizes{}
	for kill := range 1000 {
		sizes.take("one.example", 1000*(1+random.IntN(12))+30*kill)
	}
	taken := slices.Sorted(slices.Values(sizes["one.example"]))
	if distinct := slices.Compact(slices.Clone(taken)); len(distinct) != 1000 {
		t.Errorf("%d sizes, %d of them distinct", len(taken), len(distinct))
	}
}

// sendCrawl uploads a crawl and returns its job, "" if already imported; an error if it was not acknowledged.
func (v *visitor) sendCrawl(site, domain string, pages int) (job string, err error) {
	status, answer, err := v.try("PUT", "/api/upload/sf-csv?filename=internal_all.csv&siteId="+site, "text/csv", strings.NewReader(string(crawlOf(domain, pages))))
	if err != nil {
		return "", err
	}
	var found struct{ ID string }
	switch status {
	case http.StatusOK:
		return "", nil
	case http.StatusAccepted:
		err = json.Unmarshal([]byte(answer), &found)
		return found.ID, err
	}
	return "", fmt.Errorf("%d %s", status, answer)
}

func thousands(count int) string { return message.NewPrinter(language.English).Sprint(count) }
