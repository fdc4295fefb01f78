package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/infra/mail/mailtest"
)

// A crawl with many new errors opens one alert, mailed once; a crawl without them ends it the same day.
func TestACrawlThatGotWorseIsToldOnceAndEndsWhenItIsMended(t *testing.T) {
	t.Parallel()
	box := mailtest.Start(t)
	p := start(t, t.TempDir(), "SMTP_URL="+box.URL)
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	choose := func(email string) {
		t.Helper()
		if status, answer := ana.call("PATCH", "/api/notification-settings", map[string]any{"email": email}, nil); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
	}
	preview := func(of *visitor) (next upslope.AlertPreview) {
		t.Helper()
		if status, answer := of.call("GET", "/api/notification-settings/preview", nil, &next); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
		return next
	}
	choose("daily")
	if next := preview(ana); next.Alerts != 0 || next.HTML != "" || next.SendsAt == nil {
		t.Errorf("with nothing to report: %+v", next)
	}
	good := string(crawlOf("shop.example", 60))
	lines := strings.SplitAfter(good, "\n")
	for i := 1; i < len(lines); i += 2 {
		lines[i] = strings.Replace(lines[i], ",200,OK,Indexable,", ",500,Server Error,Non-Indexable,", 1)
	}
	upload := func(file string) {
		t.Helper()
		if status, answer := ana.put([]byte(file)); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
	}
	alerts := func(status string) (found []upslope.Alert) {
		ana.call("GET", "/api/alerts?status="+status, nil, &found)
		return found
	}
	upload(good)
	upload(strings.Join(lines, ""))
	eventually(t, "the alert is open", func() bool { return len(alerts("open")) == 1 })
	open := alerts("open")[0]
	if open.Rule != upslope.CrawlRule || !strings.HasPrefix(open.Title, "The crawl found ") || open.Actual == nil || open.Expected == nil {
		t.Errorf("%+v", open)
	}
	var crawls []upslope.Crawl
	ana.call("GET", "/api/technical/crawls", nil, &crawls)
	if want := "/technical?of=" + crawls[0].ID + "&against=" + crawls[1].ID + "&seen=new"; open.URL != want {
		t.Errorf("it opens %s, want %s", open.URL, want)
	}
	ana.wantActivity("alert.opened", open.URL)
	next := preview(ana)
	if next.Alerts != 1 || next.SendsAt == nil || !strings.Contains(next.Text, open.Detail) || len(box.Mails()) != 0 {
		t.Errorf("the preview of a digest: %+v", next)
	}
	if stranger := preview(p.signIn("bo@example.com")); stranger.Alerts != 0 || stranger.HTML != "" {
		t.Errorf("a stranger's preview: %+v", stranger)
	}
	choose("instant")
	eventually(t, "it is mailed", func() bool { return len(box.Mails()) > 0 })
	mail := box.Mails()[0]
	text := string(mail.Parts["text/plain"])
	if mail.To != "ana@example.com" || !strings.Contains(text, open.Title) || !strings.Contains(text, open.Detail) || !strings.Contains(text, p.url+open.URL+"&account=") || !strings.Contains(text, "&site="+open.SiteID) {
		t.Errorf("to %s: %s\n%s", mail.To, mail.Subject(), text)
	}
	beforeUnsubscribe, _, _ := strings.Cut(next.HTML, "<p class=\"ink3\"")
	if !strings.HasPrefix(string(mail.Parts["text/html"]), beforeUnsubscribe) || beforeUnsubscribe == next.HTML || mail.Subject() != next.Subject || strings.Contains(next.HTML, "/unsubscribe/") {
		t.Errorf("the mail is not as its preview: %s\n%s", mail.Subject(), next.HTML)
	}
	upload(strings.Replace(good, "Heading 3,", "Heading three,", 1)) // another file, or nothing would be new
	eventually(t, "the alert has ended", func() bool { return len(alerts("open")) == 0 && len(alerts("resolved")) == 1 })
	if ended := alerts("resolved")[0]; ended.ID != open.ID || ended.Resolution != "A later crawl has as few serious issues as before." {
		t.Errorf("%+v", ended)
	}
	if mails := box.Mails(); len(mails) != 1 {
		t.Errorf("%d mails of one alert, the last: %s", len(mails), mails[len(mails)-1].Subject())
	}
}

// wantActivity checks that the activity tells of something and leads there.
func (v *visitor) wantActivity(kind, url string) {
	v.t.Helper()
	var activity []upslope.Activity
	v.call("GET", "/api/activity", nil, &activity)
	if !slices.ContainsFunc(activity, func(one upslope.Activity) bool { return one.Kind == kind && one.URL == url }) {
		v.t.Errorf("no %s leads to %s: %+v", kind, url, activity)
	}
}
