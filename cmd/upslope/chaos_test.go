package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// defaultKills is the number of kills in `make test`; `make chaos` sets CHAOS_KILLS.
const defaultKills = 4

// acknowledged is an upload that was answered with a job.
type acknowledged struct {
	job   string
	pages int
}

// Every acknowledged crawl is imported once and whole, and none twice, whatever is killed at whatever moment.
func TestNothingAcknowledgedIsLostOrDoubledOverManyKills(t *testing.T) {
	t.Parallel()
	kills, seed := defaultKills, rand.Uint64()
	if text := os.Getenv("CHAOS_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	if text := os.Getenv("CHAOS_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills, CHAOS_SEED=%d", kills, seed)
	random := rand.New(rand.NewPCG(seed, seed))
	p := start(t, t.TempDir())
	ana := p.signIn("ana@example.com")
	domains := []string{"one.example", "two.example", "three.example"}
	sites := map[string]string{}
	for _, domain := range domains {
		sites[domain] = ana.addSite(domain)
	}
	sent := map[string][]acknowledged{}
	refused := map[string][]int{} // sizes of uploads that were not acknowledged, and may have been taken
	counted := map[string]int{}
	for kill := range kills {
		var uploads sync.WaitGroup
		var mu sync.Mutex
		for i, domain := range domains {
			pages := 1000*(1+random.IntN(12)) + 10*(kill*len(domains)+i) // every size occurs once
			uploads.Go(func() {
				job, err := ana.sendCrawl(sites[domain], domain, pages)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					refused[domain] = append(refused[domain], pages)
					return
				}
				sent[domain] = append(sent[domain], acknowledged{job, pages})
			})
		}
		time.Sleep(time.Duration(random.IntN(3000)) * time.Millisecond)
		switch victim := []string{"", "", "clickhouse-child", "postgres"}[random.IntN(4)]; {
		case victim == "":
			counted["the program"]++
			p.kill()
			uploads.Wait()
			p = start(t, p.data)
			ana = p.signIn("ana@example.com")
		case len(p.children(victim)) > 0: // it may still be starting again
			counted[victim]++
			p.killChild(victim)
			uploads.Wait()
		default:
			uploads.Wait()
		}
	}
	t.Logf("killed: %v", counted)
	for _, domain := range domains {
		for _, one := range sent[domain] {
			if one.job == "" {
				continue // it was imported before it was answered
			}
			if status, text := ana.job(one.job); status != "done" || !strings.HasPrefix(text, thousands(one.pages)+" pages read, "+thousands(one.pages/10)+" issues found") {
				t.Errorf("%s, %d pages: %s: %s", domain, one.pages, status, text)
			}
		}
	}
	for _, domain := range domains {
		var crawls []struct{ Pages, Issues int }
		ana.call("GET", "/api/technical/crawls?limit=1000&siteId="+sites[domain], nil, &crawls)
		times := map[int]int{}
		for _, crawl := range crawls {
			times[crawl.Pages]++
			if crawl.Issues != crawl.Pages/10 {
				t.Errorf("%s: %+v", domain, crawl)
			}
		}
		for _, one := range sent[domain] {
			if times[one.pages] != 1 {
				t.Errorf("%s: the crawl of %d pages was acknowledged and is there %d times", domain, one.pages, times[one.pages])
			}
			delete(times, one.pages)
		}
		for pages, count := range times {
			if count > 1 || !slices.Contains(refused[domain], pages) {
				t.Errorf("%s: a crawl of %d pages is there %d times", domain, pages, count)
			}
		}
	}
	if t.Failed() {
		t.Logf("%s", p.stderr)
	}
}

// sendCrawl uploads a crawl and returns its job, "" when it is imported already; an error when it was not acknowledged.
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
