package edge_test

import (
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"upslope/edge/feed"
)

// tellFar sends an edge the news of a change, as the publisher does.
func tellFar(t *testing.T, own *feed.Feed, number int, message feed.Message) {
	t.Helper()
	message.Series, message.Number, message.Whole = "one", uint64(number), true
	data, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	own.Receive(data)
}

// listed counts how often opportunities are read beside the databases or by an edge itself.
func (m *memory) listed() int {
	defer m.lock()()
	return m.lists
}

// newest is the version of the last change.
func (m *memory) newest() int64 {
	defer m.lock()()
	return m.version
}

// awaitLists waits until opportunities were read so often.
func (m *memory) awaitLists(count int) {
	for deadline := time.Now().Add(10 * time.Second); m.listed() < count && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
}

// settled waits until nobody has read opportunities for a second, and returns how often they were read.
func (m *memory) settled() int {
	for before := -1; ; time.Sleep(time.Second) {
		if now := m.listed(); now == before {
			return now
		} else {
			before = now
		}
	}
}

// remoteReader is remote where ana has read "first".
func remoteReader(t *testing.T) (near, far *running, between *distance, own *feed.Feed, ana *person) {
	t.Helper()
	near, far, between, own, ana = remote(t)
	near.change(ana.account, "first")
	ana.reads("first")
	return near, far, between, own, ana
}

// The next who looks does not wait, and the edge beside the databases is not asked with somebody's session.
func TestWhatPeopleReadIsReadAgainWhenItChanges(t *testing.T) {
	t.Parallel()
	near, _, between, own, ana := remoteReader(t)
	near.change(ana.account, "second")
	before := near.listed()
	between.trips.Store(0)
	tellFar(t, own, 3, feed.Message{Keys: []string{feed.Account(ana.account)}, Account: ana.account, Version: near.newest()})
	near.awaitLists(before + 1)
	if read := near.settled() - before; read != 1 {
		t.Errorf("read %d times, want once", read)
	}
	tellFar(t, own, 4, feed.Message{}) // everything is known, however long that took
	near.change(ana.account, "third")  // not told
	if got := ana.reads("second"); got.Header.Get("X-Stale") != "" || between.trips.Load() != 0 {
		t.Errorf("%d trips, headers %v", between.trips.Load(), got.Header)
	}
}

func TestWhatNobodyReadsAnyMoreIsReadAgainOnlyAFewTimes(t *testing.T) {
	t.Parallel()
	near, _, _, own, ana := remoteReader(t)
	before := near.listed()
	const changes, most = 7, 4
	for i := range changes {
		near.change(ana.account, "change "+strconv.Itoa(i))
		tellFar(t, own, 3+i, feed.Message{Keys: []string{feed.Account(ana.account)}})
		near.awaitLists(before + min(i+1, most))
	}
	near.settled()
	if read := near.listed() - before; read != most {
		t.Errorf("read %d times after %d changes, want %d", read, changes, most)
	}
}

// A synchronization changes facts many times a second.
func TestChangesOneAfterTheOtherDoNotPileUp(t *testing.T) {
	t.Parallel()
	near, _, _, own, ana := remoteReader(t)
	before := near.listed()
	for i := range 200 {
		tellFar(t, own, 3+i, feed.Message{Keys: []string{feed.Account(ana.account)}})
		time.Sleep(5 * time.Millisecond)
	}
	near.awaitLists(before + 1)
	if read := near.settled() - before; read < 1 || read > 4 {
		t.Errorf("read %d times, want 1 to 4", read)
	}
}

func TestNothingIsReadAgainForSomebodyWhoMayHaveBeenRemoved(t *testing.T) {
	t.Parallel()
	near, _, _, own, ana := remoteReader(t)
	before := near.listed()
	near.change(ana.account, "second")
	tellFar(t, own, 3, feed.Message{Keys: []string{feed.People(ana.account)}})
	tellFar(t, own, 4, feed.Message{Keys: []string{feed.Account(ana.account)}})
	if read := near.settled() - before; read != 0 {
		t.Errorf("read %d times", read)
	}
	ana.reads("second")
}

// Who writes reads it at once. That the change is heard of later ends nothing.
func TestTheNewsOfAnOwnWriteEndsNothingThatShowsIt(t *testing.T) {
	t.Parallel()
	near, _, between, own, ana := remoteReader(t)
	near.change(ana.account, "second")
	own.Touch(feed.Work(ana.account))
	ana.reads("second")
	between.trips.Store(0)
	tellFar(t, own, 3, feed.Message{Account: ana.account, Version: near.newest(), Work: true})
	if ana.reads("second"); between.trips.Load() != 0 {
		t.Errorf("%d trips for what shows the change", between.trips.Load())
	}
	near.change(ana.account, "third")
	tellFar(t, own, 4, feed.Message{Account: ana.account, Version: near.newest(), Work: true})
	ana.reads("third")
}
