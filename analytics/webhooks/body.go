package webhooks

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"upslope"
)

// event is what a standard webhook is sent.
type event struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      about     `json:"data"`
}

// sentence is what people are told in a chat: also who did it.
func (e event) sentence() string {
	if e.Data.Actor == "" {
		return e.Data.Text
	}
	return e.Data.Actor + ": " + e.Data.Text
}

type about struct {
	AccountID   string     `json:"accountId"`
	Site        *aboutSite `json:"site"` // null: of the whole account
	Opportunity string     `json:"opportunityId,omitempty"`
	Actor       string     `json:"actor"` // who did it; empty: the program
	Text        string     `json:"text"`  // one sentence
	URL         string     `json:"url"`   // where the app shows it
}

type aboutSite struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Domain string `json:"domain"`
}

// body writes an event for a kind of receiver.
func (s *Service) body(ctx context.Context, hook upslope.Webhook, delivery upslope.Delivery) ([]byte, error) {
	told := event{Type: delivery.Event, Timestamp: delivery.CreatedAt.UTC(), Data: about{
		AccountID: delivery.AccountID, Opportunity: delivery.InsightID, Actor: delivery.Actor, Text: delivery.Text,
		URL: upslope.AppLink(s.PublicURL, screenOf(delivery), delivery.AccountID, delivery.SiteID),
	}}
	if delivery.SiteID != "" {
		site, err := s.Records.Site(ctx, delivery.AccountID, delivery.SiteID)
		if err != nil {
			return nil, fmt.Errorf("find the site of an event: %w", err)
		}
		told.Data.Site = &aboutSite{ID: site.ID, Name: site.Name, Domain: site.Domain}
	}
	var content any = told
	switch hook.Kind {
	case upslope.WebhookSlack:
		content = slackMessage(told)
	case upslope.WebhookTeams:
		content = teamsMessage(told)
	}
	body, err := json.Marshal(content)
	if err != nil {
		return nil, fmt.Errorf("encode an event: %w", err)
	}
	return body, nil
}

// screenOf returns where the app shows what an event tells of, or events of its kind.
func screenOf(of upslope.Delivery) string {
	switch {
	case of.URL != "":
		return of.URL
	case of.InsightID != "":
		return "/opportunities?o=" + of.InsightID
	}
	noun, _, _ := strings.Cut(of.Event, ".")
	switch noun {
	case "insight":
		return "/opportunities"
	case "crawl", "page":
		return "/technical"
	case "integration":
		return "/settings?tab=integrations"
	case "report":
		return "/reports"
	case "site":
		return "/sites"
	}
	return "/overview"
}

// slackEscape escapes the characters that mean something in Slack's text.
var slackEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// slackMessage is a message of an incoming webhook of Slack.
func slackMessage(told event) map[string]any {
	text := slackEscape.Replace(told.sentence())
	if told.Data.Site != nil {
		text = "*" + slackEscape.Replace(told.Data.Site.Name) + "*: " + text
	}
	return map[string]any{
		"text": text,
		"blocks": []any{map[string]any{
			"type": "section",
			"text": map[string]any{"type": "mrkdwn", "text": text + " <" + told.Data.URL + "|Open in Upslope>"},
		}},
	}
}

// teamsMessage is an Adaptive Card, as a workflow of Teams that waits for webhooks takes it.
func teamsMessage(told event) map[string]any {
	title := "Upslope"
	if told.Data.Site != nil {
		title = told.Data.Site.Name
	}
	card := map[string]any{
		"$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "type": "AdaptiveCard", "version": "1.4",
		"body": []any{
			map[string]any{"type": "TextBlock", "text": title, "weight": "Bolder", "wrap": true},
			map[string]any{"type": "TextBlock", "text": told.sentence(), "wrap": true},
		},
		"actions": []any{map[string]any{"type": "Action.OpenUrl", "title": "Open in Upslope", "url": told.Data.URL}},
	}
	return map[string]any{
		"type":        "message",
		"attachments": []any{map[string]any{"contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": nil, "content": card}},
	}
}
