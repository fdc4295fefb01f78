package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
)

// How many links and files are made before a kill, at most.
const maxLinks, maxPrinted = 10, 5

// linkRecord is what is known of a link to a report.
type linkRecord struct {
	link              sharedReport
	opened, broken    int64 // answers in full, and those that broke off
	revoked, revoking bool  // revoking: that was not answered
}

// linkWork makes links to reports, opens them and revokes some.
type linkWork struct {
	count   int
	links   map[string]*linkRecord // by title
	unknown map[string]bool        // titles of links that were asked for and not answered
}

func newLinkWork() *linkWork {
	return &linkWork{links: map[string]*linkRecord{}, unknown: map[string]bool{}}
}

func (w *linkWork) prepare(*visitor, int, *rand.Rand) {}

func (w *linkWork) act(v *visitor, random *rand.Rand, over func() bool) {
	for made := 0; made < maxLinks && !over(); made++ {
		w.count++
		title := fmt.Sprintf("Report %d", w.count)
		w.unknown[title] = true
		status, answer, err := v.try("POST", "/api/reports/create-shareable-link", "application/json", strings.NewReader(fmt.Sprintf(`{"title":%q}`, title)))
		if err != nil || status != http.StatusCreated {
			v.expectOutage("make a link", status, answer, err)
			return
		}
		known := &linkRecord{}
		if err := json.Unmarshal([]byte(answer), &known.link); err != nil {
			v.t.Errorf("make a link: %s: %v", answer, err)
			return
		}
		delete(w.unknown, title)
		w.links[title] = known
		if !w.open(v, known) {
			return
		}
		if random.IntN(3) == 0 && !w.revoke(v, known) {
			return
		}
	}
}

// open opens a link and reports whether it was answered.
func (w *linkWork) open(v *visitor, of *linkRecord) bool {
	response, err := http.Get(v.url + of.link.path())
	if err != nil {
		of.broken++
		return false
	}
	defer func() { _ = response.Body.Close() }()
	page, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		of.broken++
		return false
	case response.StatusCode == http.StatusOK && strings.Contains(string(page), of.link.Title):
		of.opened++
	default:
		v.t.Errorf("%s is answered %d %.200s", of.link.Title, response.StatusCode, page)
	}
	return true
}

func (w *linkWork) revoke(v *visitor, of *linkRecord) bool {
	of.revoking = true
	status, answer, err := v.try("DELETE", "/api/reports/"+of.link.ID, "", nil)
	if err != nil || status != http.StatusNoContent {
		v.expectOutage("revoke a link", status, answer, err)
		return false
	}
	of.revoking, of.revoked = false, true
	return true
}

func (w *linkWork) check(v *visitor) {
	times := map[string]int{}
	var views, opened, broken int64
	for _, link := range v.allLinks() {
		times[link.Title]++
		known := w.links[link.Title]
		if known == nil {
			if w.unknown[link.Title] && link.Status == "active" { // made but not answered: known from now on
				known = &linkRecord{link: link}
				w.links[link.Title] = known
				delete(w.unknown, link.Title)
			} else {
				continue // of a mail
			}
		}
		if known.revoking {
			known.revoking, known.revoked = false, link.Status == "revoked"
		}
		if (link.Status == "revoked") != known.revoked {
			v.t.Errorf("%s is %s; revoked is %t", link.Title, link.Status, known.revoked)
		}
	}
	for title, known := range w.links {
		if times[title] != 1 {
			v.t.Errorf("%s is listed %d times", title, times[title])
		}
		if known.revoked {
			eventually(v.t, title+" opens no more", func() bool {
				response, _ := v.program.open(known.link)
				return response.StatusCode == http.StatusNotFound
			})
			continue
		}
		eventually(v.t, title+" opens", func() bool {
			response, page := v.program.open(known.link)
			if response.StatusCode != http.StatusOK {
				return false
			}
			known.opened++
			return strings.Contains(page, title)
		})
	}
	for _, known := range w.links {
		opened, broken = opened+known.opened, broken+known.broken
	}
	eventually(v.t, "every view is counted", func() bool {
		views = 0
		for _, link := range v.allLinks() {
			views += link.Views
		}
		return views >= opened
	})
	if views > opened+broken {
		v.t.Errorf("%d views are counted, %d were answered and %d broke off", views, opened, broken)
	}
	v.t.Logf("%d links, %d of them not answered; %d views, %d broken off", w.count, len(w.unknown), opened, broken)
}

// allLinks lists the links of all pages.
func (v *visitor) allLinks() (links []sharedReport) {
	v.t.Helper()
	next := "/api/reports"
	for next != "" {
		response, err := v.client.Get(v.url + next)
		if err != nil {
			v.t.Fatal(err)
		}
		var page []sharedReport
		err = json.NewDecoder(response.Body).Decode(&page)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			v.t.Fatalf("list the links: %s, %v", response.Status, err)
		}
		links = append(links, page...)
		next, _, _ = strings.Cut(strings.TrimPrefix(response.Header.Get("Link"), "<"), ">; rel=")
	}
	return links
}

// printWork prints reports. Nothing of them is stored.
type printWork struct{ printed, refused int }

func (w *printWork) prepare(*visitor, int, *rand.Rand) {}

func (w *printWork) act(v *visitor, _ *rand.Rand, over func() bool) {
	for made := 0; made < maxPrinted && !over() && w.print(v); made++ {
	}
}

// print prints a report and reports whether that was answered.
func (w *printWork) print(v *visitor) bool {
	status, answer, err := v.try("POST", "/api/reports/generate-pdf", "application/json", strings.NewReader(`{"title":"For print"}`))
	if err != nil || status != http.StatusOK {
		w.refused++
		v.expectOutage("print a report", status, answer, err)
		return false
	}
	w.printed++
	if file := []byte(answer); !bytes.HasPrefix(file, []byte("%PDF-")) || !bytes.Contains(file[max(0, len(file)-32):], []byte("%%EOF")) {
		v.t.Errorf("a printed report of %d bytes is not whole", len(file))
	}
	return true
}

func (w *printWork) check(v *visitor) {
	v.t.Logf("%d reports printed, %d not", w.printed, w.refused)
	if status, answer := v.call("POST", "/api/reports/generate-pdf", map[string]string{"title": "For print"}, nil); status != http.StatusOK || !strings.HasPrefix(answer, "%PDF-") {
		v.t.Errorf("print in quiet: %d %.300s", status, answer)
	}
}
