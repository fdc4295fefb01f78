package edge_test

import (
	"context"

	"upslope"
)

// noAlerts stands in for the alerts of accounts: there are none.
type noAlerts struct{}

func (noAlerts) Alerts(context.Context, string, upslope.AlertFilter) ([]upslope.Alert, int64, error) {
	return nil, 0, nil
}

func (noAlerts) UnreadAlerts(context.Context, string, upslope.AlertFilter) (int64, error) {
	return 0, nil
}

func (noAlerts) EditAlerts(context.Context, string, upslope.AlertFilter, upslope.AlertEdit) ([]string, int64, error) {
	return nil, 23, nil
}

func (noAlerts) DeleteAlert(context.Context, string, string) (int64, error) {
	return 0, missing("alert")
}

func (noAlerts) AlertRules(context.Context, string) ([]upslope.AlertRule, error) { return nil, nil }

func (noAlerts) AlertRule(context.Context, string, string) (upslope.AlertRule, error) {
	return upslope.AlertRule{}, missing("rule")
}

func (noAlerts) PutAlertRule(_ context.Context, _ string, rule upslope.AlertRule) (upslope.AlertRule, int64, error) {
	return rule, 23, nil
}

func (noAlerts) DeleteAlertRule(context.Context, string, string) (int64, error) {
	return 0, missing("rule")
}

func (noAlerts) NotificationSettings(context.Context, string, string) (upslope.NotificationSettings, error) {
	return upslope.DefaultNotifications(upslope.Owner, "UTC"), nil
}

func (noAlerts) Preview(context.Context, string, string) (upslope.AlertPreview, error) {
	return upslope.AlertPreview{}, nil
}

func (noAlerts) SetNotifications(context.Context, string, string, upslope.NotificationSettings) (int64, error) {
	return 23, nil
}
