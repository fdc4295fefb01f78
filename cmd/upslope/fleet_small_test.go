package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// waitForOrigin is shorter than any wait for an origin, and longer than a read from memory.
const waitForOrigin = 2 * time.Second

// The smallest fleet, in every run of the tests: what an edge 50 ms away promises, by counts and not by time.
// TestFleet measures it on a larger one.
func TestAFarEdgeAnswersFromMemoryHearsOfWritesAndOutlivesTheOrigin(t *testing.T) {
	t.Parallel()
	f := startFleet(t, 1, 1)
	far := f.addEdge(50*time.Millisecond, true)
	near, there := f.enter(f.near, "ana", "near"), f.enter(far.program, "ana", "far")
	site := near.addSite("shop.example")
	far.answersFromMemory(there)
	for name, one := range map[string]struct{ writer, reader *visitor }{"far": {there, near}, "near": {near, there}} {
		version := one.writer.renameSite(site, "Written "+name)
		if answer := one.writer.readSites(""); answer.name != "Written "+name {
			t.Errorf("the writer at the %s edge reads %q", name, answer.name)
		}
		if answer := one.reader.readSites(version); answer.name != "Written "+name {
			t.Errorf("as of version %s of the %s edge the other one answers %q", version, name, answer.name)
		}
	}
	last := there.readSites("").name
	far.cut(true)
	waited, stale := 0, 0
	eventually(t, "reads say that the origin is away, and since when", func() bool {
		began := time.Now()
		answer := there.readSites("")
		if time.Since(began) > waitForOrigin {
			waited++
		}
		if answer.name != last {
			t.Errorf("without the origin a read answers %q", answer.name)
		}
		if answer.header.Get("X-Stale") == "true" && answer.header.Get("X-Age") > "0" {
			stale++
		}
		return stale == 5
	})
	if waited > 1 { // one may come before the edge knows
		t.Errorf("%d of %d reads waited for an origin that is away", waited, stale)
	}
	near.renameSite(site, "Written meanwhile")
	far.cut(false)
	eventually(t, "the far edge shows what was written meanwhile", func() bool { return there.readSites("").name == "Written meanwhile" })
}

// answersFromMemory reads in batches until one has cost no trip at all: between them the edge looks after its
// connections. Every read of that batch is a hit.
func (e *farEdge) answersFromMemory(v *visitor) {
	e.t.Helper()
	const batch = 10
	eventually(e.t, "reads cost no trip", func() bool {
		hits, flights := e.answers()["hit"], e.flights()
		for range batch {
			v.readSites("")
		}
		return e.flights() == flights && e.answers()["hit"] == hits+batch
	})
}

// siteAnswer is what an edge answers about an account with one site.
type siteAnswer struct {
	name   string
	header http.Header
}

// readSites reads the sites, as of a version unless it is "".
func (v *visitor) readSites(version string) siteAnswer {
	v.t.Helper()
	var sites []struct{ Name string }
	header, text := v.sendAs(version, http.MethodGet, "/api/sites", "")
	if err := json.Unmarshal(text, &sites); err != nil || len(sites) != 1 {
		v.t.Fatalf("the sites are %q: %v", text, err)
	}
	return siteAnswer{sites[0].Name, header}
}

// renameSite returns the version that the write made.
func (v *visitor) renameSite(site, name string) (version string) {
	v.t.Helper()
	header, _ := v.sendAs("", http.MethodPatch, "/api/sites/"+site, `{"name":"`+name+`"}`)
	return header.Get("X-Version")
}

func (v *visitor) sendAs(version, method, path, body string) (http.Header, []byte) {
	v.t.Helper()
	asked, err := http.NewRequestWithContext(context.Background(), method, v.url+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	asked.Header.Set("Content-Type", "application/json")
	if version != "" {
		asked.Header.Set("X-Version", version)
	}
	answer, err := v.client.Do(asked)
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		v.t.Fatalf("%s %s: %s %s, %v", method, path, answer.Status, text, err)
	}
	return answer.Header, text
}
