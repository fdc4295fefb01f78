package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
)

// maxChanges is how many statuses are changed before a kill, at most.
const maxChanges = 100

// statusChange is a status with its reason, which no other change has.
type statusChange struct{ Status, Reason string }

// statusWork changes the statuses of opportunities that stay found.
type statusWork struct {
	ids   []string
	count int
	now   map[string]statusChange   // the last acknowledged change by insight
	maybe map[string][]statusChange // later changes that were not answered
}

func newStatusWork(v *visitor) *statusWork {
	w := &statusWork{now: map[string]statusChange{}, maybe: map[string][]statusChange{}}
	for _, found := range v.insights(1) {
		w.ids, w.now[found.ID] = append(w.ids, found.ID), statusChange{Status: found.Status}
	}
	return w
}

func (w *statusWork) prepare(*visitor, int, *rand.Rand) {}

func (w *statusWork) act(v *visitor, random *rand.Rand, over func() bool) {
	for range maxChanges {
		if over() {
			return
		}
		id := w.ids[random.IntN(len(w.ids))]
		w.count++
		next := statusChange{[]string{"open", "in_progress", "done", "dismissed"}[random.IntN(4)], fmt.Sprintf("Change %d", w.count)}
		asked, _ := json.Marshal(map[string]any{"ids": []string{id}, "status": next.Status, "reason": next.Reason})
		w.maybe[id] = append(w.maybe[id], next)
		status, answer, err := v.try("PATCH", "/api/insights", "application/json", bytes.NewReader(asked))
		if err != nil || status != http.StatusOK {
			v.expectOutage("change a status", status, answer, err)
			return
		}
		var edited struct{ Changed []string }
		if err := json.Unmarshal([]byte(answer), &edited); err != nil {
			v.t.Errorf("change a status: %s: %v", answer, err)
		}
		if slices.Contains(edited.Changed, id) {
			w.now[id], w.maybe[id] = next, nil
		} else { // a step that may not follow the last one
			w.maybe[id] = w.maybe[id][:len(w.maybe[id])-1]
		}
	}
}

func (w *statusWork) check(v *visitor) {
	v.t.Logf("%d changes of the statuses of %d opportunities were asked for", w.count, len(w.ids))
	for _, id := range w.ids {
		var found statusChange
		if status, answer := v.call("GET", "/api/insights/"+id, nil, &found); status != http.StatusOK {
			v.t.Fatalf("opportunity %s: %d %s", id, status, answer)
		}
		if found != w.now[id] && !slices.Contains(w.maybe[id], found) {
			v.t.Errorf("opportunity %s is %+v; acknowledged was %+v, and not answered %+v", id, found, w.now[id], w.maybe[id])
		}
		w.now[id], w.maybe[id] = found, nil
	}
}
