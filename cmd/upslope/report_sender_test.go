package main

import (
	"strings"
	"testing"

	"upslope"
)

func TestMailsOfAClientsSiteComeFromTheClientAndAreAnsweredByItsContact(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	site, _, err := p.db.AddSite(t.Context(), p.user.AccountID, upslope.SiteEdit{
		Name: new("Shop"), Domain: new("shop.example"), Currency: new("EUR"), TimeZone: new("UTC"),
	})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = p.db.AddClient(t.Context(), p.user.AccountID, upslope.ClientEdit{
		Name: new("Globex"), Branding: upslope.BrandingEdit{Name: new("Globex Corp."), Color: new("#00ff88")}, SenderName: new("Jo at Globex"),
		ContactEmail: new("jo@globex.example"), SiteIDs: &[]string{site.ID},
	})
	if err != nil {
		t.Fatal(err)
	}
	schedule, _ := p.schedule("al@example.com")
	_, _, err = p.db.EditReportSchedule(t.Context(), p.user.AccountID, schedule.ID, func(s *upslope.ReportSchedule) error {
		s.SiteID = site.ID
		return nil
	}, p.at)
	if err != nil {
		t.Fatal(err)
	}
	job, err := p.db.QueueReport(t.Context(), p.user.AccountID, schedule.ID, p.at)
	if err != nil {
		t.Fatal(err)
	}
	p.send(job.ID)
	mail := p.server.Mails()[0]
	html := string(mail.Parts["text/html"])
	if from, reply := mail.Header.Get("From"), mail.Header.Get("Reply-To"); !strings.Contains(from, "Jo at Globex") || !strings.Contains(reply, "jo@globex.example") {
		t.Errorf("from %s, answered to %s", from, reply)
	}
	if !strings.Contains(html, "Globex Corp.") || !strings.Contains(html, "#00ff88") || strings.Contains(html, "#ffe600") {
		t.Error(html)
	}
}
