// Package feed knows what has changed since an answer was made, without asking: changes arrive as numbered
// messages. It says "unchanged" only while it can prove it; whatever it may have missed counts as changed.
package feed

import (
	"encoding/json"
	"maps"
	"sync"
	"time"
)

const (
	// maxSilence is how long a silent feed still proves anything. The publisher speaks every second.
	maxSilence = 3 * time.Second
	// maxKeys bounds the memory; beyond it everything before counts as changed.
	maxKeys = 100_000
)

// Message is what the publisher of changes sends, in order and without gaps within a series.
type Message struct {
	Series string   `json:"series"`          // another one: changes in between may be missing
	Number uint64   `json:"number"`          // in the series, from 1
	Keys   []string `json:"keys,omitempty"`  // what changed
	Whole  bool     `json:"whole,omitempty"` // all that was committed before this message is published

	Account string `json:"account,omitempty"` // whose version the change raised
	Version int64  `json:"version,omitempty"` // to what
	Work    bool   `json:"work,omitempty"`    // it is of the account's work only, whatever the keys say
}

// Account is the key of an account's data, except Work.
func Account(id string) string { return "account:" + id }

// Work is the key of what people do with opportunities all day: status, comments, activity and alerts.
func Work(id string) string { return "work:" + id }

// Facts is the key of what providers and crawls say of an account's sites.
func Facts(id string) string { return "facts:" + id }

// People is the key of an account's members and plan.
func People(id string) string { return "people:" + id }

// Tokens is the key of an account's API tokens.
func Tokens(id string) string { return "tokens:" + id }

// User is the key of one user's memberships and name.
func User(id string) string { return "user:" + id }

// Session is the key of one session.
func Session(id string) string { return "session:" + id }

// Mark is a moment, as the feed counts them.
type Mark struct {
	at      uint64
	version int64 // of the account, that what was read then shows; 0 where that is not known
}

// Showing is the mark of what was read of an account in that version: changes that made it or an earlier one
// are in it, whenever they are heard of.
func (m Mark) Showing(version int64) Mark { return Mark{at: m.at, version: version} }

// change is when a key changed last, if since Feed.known: as messages with a version say, and without one.
type change struct {
	touched uint64
	heard   uint64
	version int64 // the highest that was heard of
}

func (c change) since(mark Mark) bool {
	return c.touched > mark.at || c.heard > mark.at && c.version > mark.version
}

// Feed is the state of what was heard. Its zero value is not usable; see New.
type Feed struct {
	now func() time.Time

	mu      sync.Mutex
	at      uint64 // raised by every message with changes, and by every gap
	floor   uint64 // marks before it are of a time of which something may be missing
	known   uint64 // marks before it are of a time of which nothing is remembered
	changed map[string]change
	series  string
	number  uint64
	proven  time.Time // when everything was last known
	listen  func(keys []string)

	raised   map[string]int64 // versions of accounts heard of since everything was known
	versions map[string]int64 // versions of accounts of which everything is known
}

// New makes a feed that has heard nothing.
func New(now func() time.Time) *Feed {
	return &Feed{now: now, changed: map[string]change{}, listen: func([]string) {}, raised: map[string]int64{}, versions: map[string]int64{}}
}

// Listen has listen called with the keys of every change, once it counts.
func (f *Feed) Listen(listen func(keys []string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listen = listen
}

// Receive takes a message of the publisher.
func (f *Feed) Receive(data []byte) {
	var message Message
	if json.Unmarshal(data, &message) != nil {
		return // the gap in the numbers shows
	}
	keys := message.Keys
	if message.Work {
		keys = []string{Work(message.Account)}
	}
	f.receive(message, keys)(keys)
}

func (f *Feed) receive(message Message, keys []string) (listen func([]string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if message.Series != f.series || message.Number != f.number+1 {
		f.forget()
	}
	f.series, f.number = message.Series, message.Number
	f.touch(keys, message.Version)
	if message.Version > 0 {
		f.raised[message.Account] = max(message.Version, f.raised[message.Account])
	}
	if message.Whole {
		f.proven = f.now()
		maps.Copy(f.versions, f.raised)
		clear(f.raised)
	}
	return f.listen
}

// Knows reports whether everything up to a version of an account is known.
func (f *Feed) Knows(account string, version int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.versions[account] >= version
}

// Touch records changes made here, before they are heard of.
func (f *Feed) Touch(keys ...string) { f.TouchAt(0, keys...) }

// TouchAt is Touch of changes that made a version of the account: what shows it or a later one has them.
// Version 0 is one that is not known.
func (f *Feed) TouchAt(version int64, keys ...string) {
	f.mu.Lock()
	f.touch(keys, version)
	listen := f.listen
	f.mu.Unlock()
	listen(keys)
}

func (f *Feed) touch(keys []string, version int64) {
	if len(keys) == 0 {
		return
	}
	if len(f.changed)+len(keys) > maxKeys {
		f.forget()
		f.known = f.floor
		clear(f.changed)
		clear(f.raised)
		clear(f.versions)
	}
	f.at++
	for _, key := range keys {
		of := f.changed[key]
		if version == 0 {
			of.touched = f.at
		} else {
			of.heard, of.version = f.at, max(of.version, version)
		}
		f.changed[key] = of
	}
}

// forget makes everything before count as changed.
func (f *Feed) forget() {
	f.at++
	f.floor = f.at
	f.proven = time.Time{}
}

// Mark returns the present moment. Take it before reading what is to be remembered.
func (f *Feed) Mark() Mark {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Mark{at: f.at}
}

// Unchanged reports whether it is proven that none of the keys has changed since the mark.
func (f *Feed) Unchanged(since Mark, keys ...string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.alive() && since.at >= f.floor && !f.heard(since, keys)
}

// Changed reports whether one of the keys is known to have changed since the mark.
func (f *Feed) Changed(since Mark, keys ...string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.heard(since, keys)
}

// Alive reports whether changes are heard of in time.
func (f *Feed) Alive() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.alive()
}

func (f *Feed) alive() bool { return !f.proven.IsZero() && f.now().Sub(f.proven) < maxSilence }

// ProvenAt returns when what was read at the mark was last known to be current; the zero time if never.
func (f *Feed) ProvenAt(since Mark, keys ...string) time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	if since.at < f.floor || f.heard(since, keys) {
		return time.Time{}
	}
	return f.proven
}

func (f *Feed) heard(since Mark, keys []string) bool {
	if since.at < f.known {
		return true
	}
	for _, key := range keys {
		if f.changed[key].since(since) {
			return true
		}
	}
	return false
}
