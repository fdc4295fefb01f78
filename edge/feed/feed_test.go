package feed_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"testing"
	"time"

	"upslope/edge/feed"
)

// publisher sends messages to a feed whose clock it holds.
type publisher struct {
	*feed.Feed
	t      *testing.T
	series string
	number uint64
	time   time.Time
}

func newPublisher(t *testing.T) *publisher {
	p := &publisher{t: t, series: "a", time: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	p.Feed = feed.New(func() time.Time { return p.time })
	return p
}

func (p *publisher) send(whole bool, keys ...string) {
	p.number++
	data, err := json.Marshal(feed.Message{Series: p.series, Number: p.number, Keys: keys, Whole: whole})
	if err != nil {
		p.t.Fatal(err)
	}
	p.Receive(data)
}

func (p *publisher) want(unchanged bool, since feed.Mark, why string) {
	p.t.Helper()
	if got := p.Unchanged(since, feed.Account("ana")); got != unchanged {
		p.t.Errorf("%s: unchanged is %v", why, got)
	}
}

func TestNothingIsUnchangedBeforeItIsProven(t *testing.T) {
	p := newPublisher(t)
	mark := p.Mark()
	p.want(false, mark, "nothing was heard")
	p.send(false, feed.Account("bo"))
	p.want(false, p.Mark(), "more changes may be on their way")
	p.send(true)
	p.want(false, mark, "changes before the first message were not heard")
	p.want(true, p.Mark(), "proven")
}

func TestWhatWasReadBeforeAChangeIsChanged(t *testing.T) {
	p := newPublisher(t)
	p.send(true)
	before := p.Mark()
	p.send(false, feed.Account("bo"), feed.Facts("ana"))
	p.want(true, before, "others changed")
	p.send(false, feed.Account("ana"))
	p.want(false, before, "it changed")
	p.want(true, p.Mark(), "read after the change")
	p.Touch(feed.Account("ana"))
	p.want(true, p.Mark(), "read after the own change")
}

func TestGapsMakeEverythingCountAsChanged(t *testing.T) {
	for name, tear := range map[string]func(*publisher){
		"a lost message":        func(p *publisher) { p.number++ },
		"a message again":       func(p *publisher) { p.number-- },
		"another publisher":     func(p *publisher) { p.series, p.number = "b", 0 },
		"an unreadable message": func(p *publisher) { p.number++; p.Receive([]byte("{")) },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPublisher(t)
			p.send(true)
			mark := p.Mark()
			tear(p)
			p.send(false)
			p.want(false, p.Mark(), "nothing is proven after a gap")
			p.send(true)
			p.want(false, mark, "read before the gap")
			if p.Changed(mark, feed.Account("ana")) {
				t.Error("nobody said that it changed")
			}
			p.want(true, p.Mark(), "read after it")
		})
	}
}

func TestSilenceProvesNothing(t *testing.T) {
	p := newPublisher(t)
	p.send(true)
	mark, heard := p.Mark(), p.time
	p.time = p.time.Add(2 * time.Second)
	p.want(true, mark, "two seconds later")
	p.time = p.time.Add(time.Second)
	p.want(false, mark, "three seconds later")
	if at := p.ProvenAt(mark, feed.Account("ana")); !at.Equal(heard) {
		t.Errorf("proven at %v, want %v", at, heard)
	}
	p.send(true)
	p.want(true, mark, "nothing was lost meanwhile")
}

func TestAKnownChangeOutlivesAGap(t *testing.T) {
	p := newPublisher(t)
	p.send(true)
	mark := p.Mark()
	p.send(false, feed.User("ana"))
	p.number++
	p.send(true)
	if !p.Changed(mark, feed.User("ana")) || p.Changed(p.Mark(), feed.User("ana")) {
		t.Error("the change was forgotten, or holds for what was read after it")
	}
}

func TestTheMemoryOfChangesIsBounded(t *testing.T) {
	p := newPublisher(t)
	p.send(true)
	mark := p.Mark()
	for i := range 100_001 {
		p.Touch(feed.Account(strconv.Itoa(i)))
	}
	p.send(true)
	p.want(false, mark, "what was read before is not known any more")
	if !p.Changed(mark, feed.Account("ana")) {
		t.Error("it may have changed")
	}
	p.want(true, p.Mark(), "read after that")
}

// tell sends a change that raised an account's version.
func (p *publisher) tell(version int64, work bool) {
	p.number++
	data, err := json.Marshal(feed.Message{Series: p.series, Number: p.number, Keys: []string{feed.Account("ana")}, Account: "ana", Version: version, Work: work})
	if err != nil {
		p.t.Fatal(err)
	}
	p.Receive(data)
}

func TestWorkChangesNothingElseOfAnAccount(t *testing.T) {
	p := newPublisher(t)
	p.send(true)
	mark := p.Mark()
	p.tell(7, true)
	p.want(true, mark, "only its work has changed")
	if p.Unchanged(mark, feed.Account("ana"), feed.Work("ana")) {
		t.Error("its work is unchanged")
	}
	p.tell(8, false)
	p.want(false, mark, "something else has changed")
}

func TestAVersionIsKnownOnceEverythingBeforeItIs(t *testing.T) {
	p := newPublisher(t)
	p.send(true)
	p.tell(7, true)
	if p.Knows("ana", 7) {
		t.Error("the rest of its transaction may be on its way")
	}
	p.send(true)
	if !p.Knows("ana", 7) || p.Knows("ana", 8) || p.Knows("bo", 1) {
		t.Error("it knows version 7 of ana, and nothing else")
	}
}

// An answer that shows a version is not older than the changes that made it, whenever they are heard of.
func TestAChangeThatIsShownIsNone(t *testing.T) {
	p := newPublisher(t)
	tell := func(version int64) {
		p.number++
		data, err := json.Marshal(feed.Message{Series: p.series, Number: p.number, Keys: []string{feed.Account("ana")}, Account: "ana", Version: version, Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		p.Receive(data)
	}
	tell(4)
	shown := p.Mark().Showing(7)
	tell(6)
	tell(7)
	p.want(true, shown, "it shows both")
	tell(8)
	p.want(false, shown, "it does not show this one")
	shown = p.Mark().Showing(9)
	p.Touch(feed.Account("ana"))
	tell(9)
	p.want(false, shown, "a change without a version may be of a later one")
}

func TestChangesAreToldToWhoListens(t *testing.T) {
	p := newPublisher(t)
	var heard []string
	p.Listen(func(keys []string) { heard = append(heard, keys...) })
	p.send(true, feed.Account("ana"))
	p.Touch(feed.Facts("bo"))
	if want := []string{feed.Account("ana"), feed.Facts("bo")}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}
