package edge

import (
	"context"
	"slices"
	"strconv"

	"github.com/oapi-codegen/nullable"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Alerts stores alerts, their rules, and how members hear of them. Writes return the account's new version.
type Alerts interface {
	// Alerts returns open ones first.
	Alerts(ctx context.Context, accountID string, filter upslope.AlertFilter) ([]upslope.Alert, int64, error)
	UnreadAlerts(ctx context.Context, accountID string, filter upslope.AlertFilter) (int64, error)
	EditAlerts(ctx context.Context, accountID string, filter upslope.AlertFilter, edit upslope.AlertEdit) (ids []string, version int64, err error)
	DeleteAlert(ctx context.Context, accountID, id string) (int64, error)
	AlertRules(ctx context.Context, accountID string) ([]upslope.AlertRule, error) // without defaults
	AlertRule(ctx context.Context, accountID, id string) (upslope.AlertRule, error)
	PutAlertRule(ctx context.Context, accountID string, rule upslope.AlertRule) (upslope.AlertRule, int64, error)
	DeleteAlertRule(ctx context.Context, accountID, id string) (int64, error)
	NotificationSettings(ctx context.Context, accountID, userID string) (upslope.NotificationSettings, error)
	SetNotifications(ctx context.Context, accountID, userID string, settings upslope.NotificationSettings) (int64, error)
}

// AlertMails writes e-mails about alerts.
type AlertMails interface {
	// Preview writes the mail that a member gets next.
	Preview(ctx context.Context, accountID, userID string) (upslope.AlertPreview, error)
}

// alertsOf selects the alerts a caller may see. Clients see their sites', and none about settings and crawls.
func (h *handlers) alertsOf(ctx context.Context, siteID *string) (upslope.AlertFilter, error) {
	user := request.Of(ctx).User
	filter := upslope.AlertFilter{UserID: user.ID, Status: upslope.AlertOpen, Now: h.deps.Now()}
	if user.Role == upslope.Client {
		filter.Client, filter.SiteIDs = true, list(user.SiteIDs)
	}
	var err error
	if filter.SiteID, err = h.siteOf(ctx, siteID); err != nil {
		return filter, err
	}
	if filter.SiteID != "" && !user.Sees(filter.SiteID) {
		return filter, upslope.Errorf(upslope.NotFound, "This site does not exist.")
	}
	return filter, nil
}

// ListAlerts returns one page of the alerts that the caller may see.
func (h *handlers) ListAlerts(ctx context.Context, in api.ListAlertsRequestObject) (api.ListAlertsResponseObject, error) {
	filter, err := h.alertsOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	if in.Params.Status != nil {
		filter.Status = string(*in.Params.Status)
	}
	filter.Unread, filter.Limit, filter.Offset = value(in.Params.Unread), page.limit, page.offset
	alerts, total, err := h.deps.Alerts.Alerts(ctx, request.AccountID(ctx), filter)
	if err != nil {
		return nil, err
	}
	unread, err := h.deps.Alerts.UnreadAlerts(ctx, request.AccountID(ctx), filter)
	headers := api.ListAlerts200ResponseHeaders{XTotalCount: new(int(total)), XUnreadCount: new(int(unread)), Link: next(ctx, page, total)}
	return api.ListAlerts200JSONResponse{Body: list(alerts), Headers: headers}, err
}

// EditAlerts marks alerts as read, snoozes or dismisses them for the caller.
func (h *handlers) EditAlerts(ctx context.Context, in api.EditAlertsRequestObject) (api.EditAlertsResponseObject, error) {
	filter, err := h.alertsOf(ctx, in.Body.SiteId)
	if err != nil {
		return nil, err
	}
	edit := upslope.AlertEdit{IDs: value(in.Body.Ids), Read: in.Body.Read, Dismissed: in.Body.Dismissed, SnoozedUntil: optional(in.Body.SnoozedUntil)}
	if edit.Read == nil && edit.Dismissed == nil && edit.SnoozedUntil == nil {
		return nil, upslope.Errorf(upslope.Invalid, "Say what to change: read, dismissed or snoozedUntil.")
	}
	account := request.AccountID(ctx)
	ids, now, err := h.deps.Alerts.EditAlerts(ctx, account, filter, edit)
	if err != nil {
		return nil, err
	}
	unread, err := h.deps.Alerts.UnreadAlerts(ctx, account, filter)
	return api.EditAlerts200JSONResponse{
		Body: api.AlertsEdited{Ids: list(ids), Unread: int(unread)}, Headers: api.EditAlerts200ResponseHeaders{XVersion: version(now)},
	}, err
}

// DeleteAlert takes an alert off everybody's list.
func (h *handlers) DeleteAlert(ctx context.Context, in api.DeleteAlertRequestObject) (api.DeleteAlertResponseObject, error) {
	now, err := h.deps.Alerts.DeleteAlert(ctx, request.AccountID(ctx), in.Id)
	return api.DeleteAlert204Response{Headers: api.DeleteAlert204ResponseHeaders{XVersion: version(now)}}, err
}

// ListAlertRules returns the rules that apply to a site, or to the account followed by those of its sites.
func (h *handlers) ListAlertRules(ctx context.Context, in api.ListAlertRulesRequestObject) (api.ListAlertRulesResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	own, err := h.deps.Alerts.AlertRules(ctx, request.AccountID(ctx))
	if err != nil {
		return nil, err
	}
	rules := upslope.EffectiveAlertRules(own, siteID)
	if siteID == "" {
		rules = append(rules, slices.DeleteFunc(own, func(rule upslope.AlertRule) bool { return rule.SiteID == "" })...)
	}
	return api.ListAlertRules200JSONResponse{Body: list(rules), Headers: api.ListAlertRules200ResponseHeaders{XTotalCount: count(rules)}}, nil
}

// PutAlertRule gives the account, or one of its sites, a rule of its own.
func (h *handlers) PutAlertRule(ctx context.Context, in api.PutAlertRuleRequestObject) (api.PutAlertRuleResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Body.SiteId)
	if err != nil {
		return nil, err
	}
	rule := upslope.AlertRule{
		SiteID: siteID, Rule: in.Body.Rule, Enabled: in.Body.Enabled == nil || *in.Body.Enabled, Percent: decimal(in.Body.Percent), Value: decimal(in.Body.Value),
		Channels: []string{upslope.EmailChannel, upslope.WebhookChannel},
	}
	assign(&rule.Channels, in.Body.Channels)
	if err := rule.Clean(); err != nil {
		return nil, err
	}
	stored, now, err := h.deps.Alerts.PutAlertRule(ctx, request.AccountID(ctx), rule)
	return api.PutAlertRule201JSONResponse{Body: stored, Headers: api.PutAlertRule201ResponseHeaders{XVersion: version(now)}}, err
}

// EditAlertRule changes the given fields of a rule.
func (h *handlers) EditAlertRule(ctx context.Context, in api.EditAlertRuleRequestObject) (api.EditAlertRuleResponseObject, error) {
	rule, err := h.deps.Alerts.AlertRule(ctx, request.AccountID(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	assign(&rule.Enabled, in.Body.Enabled)
	assign(&rule.Channels, in.Body.Channels)
	if in.Body.Percent.IsSpecified() {
		rule.Percent = decimal(in.Body.Percent)
	}
	if in.Body.Value.IsSpecified() {
		rule.Value = decimal(in.Body.Value)
	}
	if err := rule.Clean(); err != nil {
		return nil, err
	}
	stored, now, err := h.deps.Alerts.PutAlertRule(ctx, request.AccountID(ctx), rule)
	return api.EditAlertRule200JSONResponse{Body: stored, Headers: api.EditAlertRule200ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteAlertRule lets what applies without a rule apply again.
func (h *handlers) DeleteAlertRule(ctx context.Context, in api.DeleteAlertRuleRequestObject) (api.DeleteAlertRuleResponseObject, error) {
	now, err := h.deps.Alerts.DeleteAlertRule(ctx, request.AccountID(ctx), in.Id)
	return api.DeleteAlertRule204Response{Headers: api.DeleteAlertRule204ResponseHeaders{XVersion: version(now)}}, err
}

// GetNotifications returns how the caller hears of alerts.
func (h *handlers) GetNotifications(ctx context.Context, _ api.GetNotificationsRequestObject) (api.GetNotificationsResponseObject, error) {
	settings, err := h.deps.Alerts.NotificationSettings(ctx, request.AccountID(ctx), request.Of(ctx).User.ID)
	return api.GetNotifications200JSONResponse(settings), err
}

// PreviewNotification returns the e-mail that the caller gets next.
func (h *handlers) PreviewNotification(ctx context.Context, _ api.PreviewNotificationRequestObject) (api.PreviewNotificationResponseObject, error) {
	preview, err := h.deps.AlertMails.Preview(ctx, request.AccountID(ctx), request.Of(ctx).User.ID)
	preview.CanSend = h.config.Mail
	return api.PreviewNotification200JSONResponse(preview), err
}

// EditNotifications changes how the caller hears of alerts.
func (h *handlers) EditNotifications(ctx context.Context, in api.EditNotificationsRequestObject) (api.EditNotificationsResponseObject, error) {
	account, user := request.AccountID(ctx), request.Of(ctx).User
	settings, err := h.deps.Alerts.NotificationSettings(ctx, account, user.ID)
	if err != nil {
		return nil, err
	}
	assign(&settings.Email, in.Body.Email)
	assign(&settings.Hour, in.Body.Hour)
	assign(&settings.Weekday, in.Body.Weekday)
	assign(&settings.TimeZone, in.Body.TimeZone)
	assign(&settings.Rules, in.Body.Rules)
	assign(&settings.SiteIDs, in.Body.SiteIds)
	assign(&settings.QuietFrom, optional(in.Body.QuietFrom))
	assign(&settings.QuietTo, optional(in.Body.QuietTo))
	if err := settings.Clean(); err != nil {
		return nil, err
	}
	for _, id := range settings.SiteIDs {
		if !user.Sees(id) {
			return nil, upslope.FieldErrorf("siteIds", "Choose from the sites that you see.")
		}
	}
	now, err := h.deps.Alerts.SetNotifications(ctx, account, user.ID, settings)
	return api.EditNotifications200JSONResponse{Body: settings, Headers: api.EditNotifications200ResponseHeaders{XVersion: version(now)}}, err
}

// decimal maps null and a missing field to nil. A contract number is the shortest decimal of its float32.
func decimal(given nullable.Nullable[float32]) *float64 {
	sent, err := given.Get()
	if err != nil {
		return nil
	}
	exact, err := strconv.ParseFloat(strconv.FormatFloat(float64(sent), 'g', -1, 32), 64)
	if err != nil {
		return nil
	}
	return &exact
}
