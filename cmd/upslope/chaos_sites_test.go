package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"

	"upslope/simulator/world"
)

// firstGone is the number of the first world whose site is deleted; those before stay.
const firstGone = 200

// siteWork deletes sites while their crawls are imported and their providers are read.
type siteWork struct {
	google *simulated
	count  int
	next   string          // id of the site to delete next
	domain string          // of that site
	gone   map[string]bool // ids of deleted sites; false: that was not answered
}

func newSiteWork(google *simulated) *siteWork {
	return &siteWork{google: google, gone: map[string]bool{}}
}

func (w *siteWork) prepare(v *visitor, _ int, _ *rand.Rand) {
	of := w.google.World(fmt.Sprintf("%s/%d", world.Agency, firstGone+w.count))
	w.domain = of.Domain
	w.next = v.addWorld(of, "gsc")
	w.count++
}

func (w *siteWork) act(v *visitor, random *rand.Rand, _ func() bool) {
	if _, err := v.sendCrawl(w.next, w.domain, 1000+random.IntN(3000)); err != nil {
		return
	}
	w.gone[w.next] = false
	status, answer, err := v.try("DELETE", "/api/sites/"+w.next, "", nil)
	if err != nil || status != http.StatusNoContent {
		v.expectOutage("delete a site", status, answer, err)
		return
	}
	w.gone[w.next] = true
}

func (w *siteWork) check(v *visitor) {
	var sites []struct{ ID string }
	if status, answer := v.call("GET", "/api/sites?limit=1000", nil, &sites); status != http.StatusOK {
		v.t.Fatalf("list the sites: %d %s", status, answer)
	}
	deleted := 0
	for id, acknowledged := range w.gone {
		listed := slices.ContainsFunc(sites, func(site struct{ ID string }) bool { return site.ID == id })
		if acknowledged && listed {
			v.t.Errorf("site %s was deleted and is there", id)
		}
		if !listed {
			deleted++
			w.gone[id] = true
		}
		if status, answer := v.call("GET", "/api/insights?siteId="+id, nil, nil); !listed && status != http.StatusNotFound {
			v.t.Errorf("opportunities of the deleted site %s: %d %.200s", id, status, answer)
		}
	}
	v.t.Logf("%d of %d sites deleted", deleted, w.count)
}
