package edge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
)

func TestSlowImportIsAJobToAskFor(t *testing.T) {
	r := start(t)
	ana, bob := r.signIn("ana@example.com"), r.signIn("bob@example.com")
	ana.addSite("example.com")
	r.finish = false
	go func() {
		for {
			time.Sleep(50 * time.Millisecond)
			r.mu.Lock()
			for id := range r.jobs {
				r.end(id)
				r.mu.Unlock()
				r.publish(ana.account, upslope.Event{Kind: "job", JobID: id, Status: upslope.JobDone})
				return
			}
			r.mu.Unlock()
		}
	}()
	began := time.Now()
	ana.upload("", "file", "a").want(http.StatusOK)
	if took := time.Since(began); took > 900*time.Millisecond {
		t.Errorf("the event did not end the wait: %v", took)
	}
	var job upslope.Job
	for _, job = range r.jobs {
		if got := decode[upslope.Job](ana.do("GET", "/api/jobs/"+job.ID, "").want(http.StatusOK)); got.Status != upslope.JobDone {
			t.Errorf("job %+v", got)
		}
	}
	bob.do("GET", "/api/jobs/"+job.ID, "").wantProblem(http.StatusNotFound, "", "")
}

func TestWaitForAJobEndsWithTheServer(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	r.finish = false
	time.AfterFunc(300*time.Millisecond, r.stop)
	began := time.Now()
	res := ana.upload("", "file", "a").want(http.StatusAccepted)
	job := decode[upslope.Job](res)
	if !res.versionAfter(0) {
		t.Errorf("version %q", res.Header.Get("X-Version"))
	}
	if res.Header.Get("Location") != "/api/jobs/"+job.ID || job.Status != upslope.JobQueued || time.Since(began) > 5*time.Second {
		t.Errorf("%s %s after %v", res.Header.Get("Location"), res.text, time.Since(began))
	}
}

func TestWaitForAJobEndsWithItsClient(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	r.finish = false
	ctx, leave := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer leave()
	req, err := http.NewRequestWithContext(ctx, "PUT", r.url+"/api/upload/sf-csv", strings.NewReader("Address\n"))
	if err != nil {
		t.Fatal(err)
	}
	if res, err := ana.Do(req); err == nil {
		res.Body.Close()
		t.Fatalf("answered %s", res.Status)
	}
	waiting := func() int { defer r.lock()(); return len(r.listen) }
	for until := time.Now().Add(4 * time.Second); waiting() > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the request still waits for a client that left")
		}
	}
}
