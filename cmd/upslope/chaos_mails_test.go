package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"upslope/infra/mail/mailtest"
)

// mailWork has scheduled reports fall due. The mail server counts.
type mailWork struct {
	post       *mailtest.Server
	count      int
	recipients []string // of all reports that fell due
	repeated   int      // mails that came again, with the same Message-ID
}

func newMailWork(post *mailtest.Server) *mailWork { return &mailWork{post: post} }

func (w *mailWork) prepare(v *visitor, _ int, _ *rand.Rand) {
	w.count++
	recipients := []string{fmt.Sprintf("al%d@example.com", w.count), fmt.Sprintf("jo%d@example.com", w.count)}
	var schedule struct{ ID string }
	asked := map[string]any{"title": fmt.Sprintf("Weekly %d", w.count), "recipients": recipients}
	if status, answer := v.callPatiently("POST", "/api/report-schedules", asked, &schedule); status != http.StatusCreated {
		v.t.Fatalf("schedule a report: %d %s", status, answer)
	}
	v.sql("update report_schedules set next_at = now() where id = $1", schedule.ID)
	w.recipients = append(w.recipients, recipients...)
}

func (w *mailWork) act(v *visitor, _ *rand.Rand, _ func() bool) { _ = v.tick() }

// A mail whose process ended before it could say that it was sent comes again with the same Message-ID, by
// which mail services drop it: decision 26.
func (w *mailWork) check(v *visitor) {
	ids := map[string][]string{}
	for _, mail := range w.post.Mails() {
		ids[mail.To] = append(ids[mail.To], mail.Header.Get("Message-Id"))
	}
	w.repeated = 0
	for _, recipient := range w.recipients {
		distinct := slices.Compact(slices.Sorted(slices.Values(ids[recipient])))
		if len(distinct) != 1 {
			v.t.Errorf("%s got %d mails (%s), want one", recipient, len(distinct), strings.Join(distinct, ", "))
		}
		w.repeated += len(ids[recipient]) - len(distinct)
		delete(ids, recipient)
	}
	for recipient, unexpected := range ids {
		v.t.Errorf("%s got %d mails that nobody scheduled", recipient, len(unexpected))
	}
	v.t.Logf("%d mails to %d recipients; %d came again with their Message-ID", len(w.post.Mails()), len(w.recipients), w.repeated)
}
