package notices

import (
	"context"
	"fmt"

	"upslope"
)

// settingsPath stands in for a preview's unsubscribe link, which would work for whoever reads along.
const settingsPath = "/settings?tab=notifications"

// Preview writes the mail that a member gets next, as it would go out now.
func (s *Service) Preview(ctx context.Context, accountID, userID string) (upslope.AlertPreview, error) {
	settings, err := s.Records.NotificationSettings(ctx, accountID, userID)
	if err != nil {
		return upslope.AlertPreview{}, err // for who asked
	}
	alerts, err := s.Records.PendingAlerts(ctx, accountID, userID)
	if err != nil {
		return upslope.AlertPreview{}, fmt.Errorf("read the alerts of a mail to come: %w", err)
	}
	now := s.Now()
	preview, since := upslope.AlertPreview{Alerts: len(alerts), Quiet: settings.Email == upslope.EmailInstant && settings.Quiet(now)}, now
	for _, alert := range alerts {
		if alert.OpenedAt.Before(since) {
			since = alert.OpenedAt
		}
	}
	if settings.Email == upslope.EmailDaily || settings.Email == upslope.EmailWeekly {
		next := settings.Next(since)
		if next.Before(now) {
			next = now
		}
		preview.SendsAt = &next
	}
	if len(alerts) == 0 {
		return preview, nil
	}
	letter, err := s.letter(ctx, upslope.AlertMail{AccountID: accountID, UserID: userID}, alerts, s.PublicURL+settingsPath)
	preview.Subject, preview.HTML, preview.Text = letter.Subject, letter.HTML, letter.Text
	return preview, err
}
