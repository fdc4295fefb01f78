package mailing

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"regexp"
	"strconv"
	texts "text/template"

	"upslope"
	"upslope/analytics/reports"
)

// Mail is one e-mail to one recipient.
type Mail struct {
	ID                    string // unique, and stable across attempts
	FromName, ReplyTo, To string // ReplyTo "": the sender
	Subject, Text, HTML   string
	Logo                  []byte // PNG, embedded in HTML as cid:logo; nil for none
	File                  []byte // the PDF; nil for none
	FileName              string
	UnsubscribeURL        string
	List                  string // name of the subscription
}

// content is what the mails of a sending say, stored as JSON.
type content struct {
	Title   string          `json:"title"`
	About   string          `json:"about"`
	Days    string          `json:"days"`
	Before  string          `json:"before"`
	Demo    bool            `json:"demo"`
	Figures []figure        `json:"figures"`
	Summary reports.Summary `json:"summary"`
	URL     string          `json:"url"`     // "" if the link could not be created
	HasFile bool            `json:"hasFile"` // whether there is a PDF
}

type figure struct {
	Title  string `json:"title"`
	Value  string `json:"value"`
	Change string `json:"change"`
	Judged string `json:"judged"` // good, bad or ""
}

// mostFigures is the maximum of figures in a mail.
const mostFigures = 4

func contentOf(report reports.Report) content {
	says := content{
		Title: report.Title, About: report.About, Days: report.Period.Days(), Before: report.Period.Before(), Demo: report.Demo, Summary: report.Summary,
	}
	for _, one := range report.Figures[:min(len(report.Figures), mostFigures)] {
		says.Figures = append(says.Figures, figure{Title: one.Title, Value: one.Value, Change: one.Change, Judged: one.Judged()})
	}
	return says
}

//go:embed mail.html
var mailHTML string

//go:embed mail.txt
var mailText string

var (
	asHTML = template.Must(template.New("mail").Parse(mailHTML))
	asText = texts.Must(texts.New("mail").Parse(mailText))
)

// page is the template data of a mail.
type page struct {
	content
	Agency      string
	HasLogo     bool
	Accent      template.CSS // brand color
	OnAccent    template.CSS // text color on Accent
	Unsubscribe string
}

// Lists returns the titled sections of the summary.
func (p page) Lists() [4]list {
	return [4]list{{"What we did", p.Summary.Done}, {"What changed", p.Summary.Changed}, {"Why", p.Summary.Why}, {"What next", p.Summary.Next}}
}

type list struct {
	Title string
	Lines []string
}

// letter renders the mail to one recipient.
func (s *Sender) letter(sending upslope.ReportSending, says content, mail upslope.ReportMail, unsubscribe string) (Mail, error) {
	branding := sending.Sender.Branding
	accent, onAccent := colors(branding.Color)
	on := page{
		content: says, Agency: branding.Name, HasLogo: len(branding.Logo) > 0, Accent: accent, OnAccent: onAccent, Unsubscribe: unsubscribe,
	}
	var html, text bytes.Buffer
	if err := asHTML.Execute(&html, on); err != nil {
		return Mail{}, fmt.Errorf("write a mail: %w", err)
	}
	if err := asText.Execute(&text, on); err != nil {
		return Mail{}, fmt.Errorf("write a mail: %w", err)
	}
	subject := says.Title + ": " + says.About
	if says.Days != "" {
		subject += ", " + says.Days
	}
	name := "Reports"
	if branding.Name != "" {
		name += " of " + branding.Name
	}
	return Mail{
		ID: mail.ID, FromName: sending.Sender.Name, ReplyTo: sending.Sender.Contact, To: mail.Recipient, Subject: subject, Text: text.String(), HTML: html.String(),
		Logo: branding.Logo, File: sending.File, FileName: sending.FileName, UnsubscribeURL: unsubscribe, List: name,
	}, nil
}

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// colors returns the brand color of the agency or the product, and its text color.
func colors(color string) (accent, on template.CSS) {
	if !hexColor.MatchString(color) {
		color = "#3a5be0"
	}
	rgb, _ := strconv.ParseUint(color[1:], 16, 32)
	return template.CSS(color), template.CSS(reports.On(uint32(rgb))) //nolint:gosec // of the form above, and of ours
}
