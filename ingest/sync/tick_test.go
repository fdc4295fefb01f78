package sync

import (
	"testing"
	"time"

	"upslope"
)

func TestTickQueuesADueSiteOnceAndPlansItsNextSync(t *testing.T) {
	w := newWorkbench(t)
	now := time.Now()
	w.Now = func() time.Time { return now }
	syncs := func() (n int) { // since the start
		for _, event := range w.outbox() {
			if event.Topic == "job.sync.later" {
				n++
			}
		}
		return n
	}
	tick := func() {
		t.Helper()
		if err := w.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	planned := func() time.Time {
		t.Helper()
		next, err := w.db.NextSyncs(t.Context(), w.account, w.site.ID)
		if err != nil {
			t.Fatal(err)
		}
		return next[w.site.ID]
	}
	if tick(); !planned().IsZero() || syncs() != 0 {
		t.Error("a site without connections is planned")
	}
	w.connect(upslope.GSC, newFake(1, 1))
	tick()
	first := planned()
	if want := nextSync(w.site.ID, zone("Europe/Berlin"), now); first.Unix() != want.Unix() || syncs() != 0 {
		t.Errorf("a new site is planned for %v, want %v, and not synced right away", first, want)
	}
	now = first.Add(time.Second)
	tick()
	tick()
	if n := syncs(); n != 1 {
		t.Errorf("%d syncs are queued, want 1", n)
	}
	second := planned()
	if second.Before(first.Add(20*time.Hour)) || second.After(first.Add(28*time.Hour)) {
		t.Errorf("after %v it is planned for %v", first, second)
	}
	w.sync() // ends the queued one
	now = second.Add(15 * 24 * time.Hour)
	if tick(); syncs() != 1 {
		t.Error("a site is synced although the trial of its account is over")
	}
}
