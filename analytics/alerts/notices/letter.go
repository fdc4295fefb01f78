package notices

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	texts "text/template"
	"time"

	"upslope"
)

//go:embed letter.html
var letterHTML string

//go:embed letter.txt
var letterText string

var (
	asHTML = template.Must(template.New("letter").Parse(letterHTML))
	asText = texts.Must(texts.New("letter").Parse(letterText))
)

// content is the template data of a mail.
type content struct {
	Title       string
	Sites       []siteAlerts
	Unsubscribe string
}

type siteAlerts struct {
	Name, Domain string
	Alerts       []line
}

type line struct {
	Title, Detail, Since, URL string
	Resolved                  bool
}

// letterOf writes a mail. Alerts come by site.
func letterOf(mail upslope.AlertMail, alerts []upslope.Alert, sites []upslope.Site, publicURL, unsubscribe string) (Letter, error) {
	names := map[string]upslope.Site{}
	for _, site := range sites {
		names[site.ID] = site
	}
	says := content{Unsubscribe: unsubscribe}
	last := ""
	for _, alert := range alerts {
		site := names[alert.SiteID]
		if alert.SiteID != last {
			says.Sites, last = append(says.Sites, siteAlerts{Name: site.Name, Domain: site.Domain}), alert.SiteID
		}
		onset := alert.Onset
		if day, err := time.Parse(time.DateOnly, onset); err == nil {
			onset = day.Format("January 2")
		}
		of := &says.Sites[len(says.Sites)-1]
		of.Alerts = append(of.Alerts, line{
			Title: alert.Title, Detail: alert.Detail, Since: onset, URL: upslope.AppLink(publicURL, alert.URL, mail.AccountID, alert.SiteID), Resolved: alert.Status == upslope.AlertResolved,
		})
	}
	says.Title = subject(alerts, says.Sites)
	letter := Letter{ID: "alerts-" + mail.ID, To: mail.Recipient, Subject: says.Title, UnsubscribeURL: unsubscribe, List: "Upslope alerts"}
	var html, text bytes.Buffer
	if err := asHTML.Execute(&html, says); err != nil {
		return letter, fmt.Errorf("write a mail about alerts: %w", err)
	}
	if err := asText.Execute(&text, says); err != nil {
		return letter, fmt.Errorf("write a mail about alerts: %w", err)
	}
	letter.HTML, letter.Text = html.String(), text.String()
	return letter, nil
}

func subject(alerts []upslope.Alert, sites []siteAlerts) string {
	switch {
	case len(alerts) == 1:
		return sites[0].Name + ": " + alerts[0].Title
	case len(sites) == 1:
		return fmt.Sprintf("%s: %d alerts", sites[0].Name, len(alerts))
	}
	return fmt.Sprintf("%d alerts on %d sites", len(alerts), len(sites))
}
