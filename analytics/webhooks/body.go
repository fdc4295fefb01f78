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

type about struct {
	AccountID string     `json:"accountId"`
	Site      *aboutSite `json:"site"` // null: of the whole account
	Text      string     `json:"text"` // one sentence
	URL       string     `json:"url"`  // where the app shows it
}

type aboutSite struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Domain string `json:"domain"`
}

// body writes an event for a kind of receiver.
func (s *Service) body(ctx context.Context, hook upslope.Webhook, delivery upslope.Delivery) ([]byte, error) {
	told := event{Type: delivery.Event, Timestamp: delivery.CreatedAt.UTC(), Data: about{AccountID: delivery.AccountID, Text: delivery.Text, URL: s.PublicURL + screenOf(delivery.Event)}}
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

// screenOf returns the screen of the app that shows events of a kind.
func screenOf(kind string) string {
	noun, _, _ := strings.Cut(kind, ".")
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
	text := slackEscape.Replace(told.Data.Text)
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
			map[string]any{"type": "TextBlock", "text": told.Data.Text, "wrap": true},
		},
		"actions": []any{map[string]any{"type": "Action.OpenUrl", "title": "Open in Upslope", "url": told.Data.URL}},
	}
	return map[string]any{
		"type":        "message",
		"attachments": []any{map[string]any{"contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": nil, "content": card}},
	}
}
