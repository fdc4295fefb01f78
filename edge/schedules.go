package edge

import (
	"context"
	"time"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Schedules stores the reports sent by e-mail. Another account's schedule is NotFound.
type Schedules interface {
	// ReportSchedules returns one page, newest first, and the total.
	ReportSchedules(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.ReportSchedule, int64, error)
	AddReportSchedule(ctx context.Context, accountID string, schedule upslope.ReportSchedule, now time.Time) (upslope.ReportSchedule, int64, error)
	// EditReportSchedule applies edit; an error of edit changes nothing and is returned.
	EditReportSchedule(ctx context.Context, accountID, id string, edit func(*upslope.ReportSchedule) error, now time.Time) (upslope.ReportSchedule, int64, error)
	DeleteReportSchedule(ctx context.Context, accountID, id string) (version int64, err error)
	// QueueReport queues sending now, or joins an unfinished job.
	QueueReport(ctx context.Context, accountID, id string, now time.Time) (upslope.Job, error)
}

var errNoMail = upslope.Errorf(upslope.Unavailable,
	"Email is not set up. Ask your administrator. PDFs and links work without it.")

// checkSending checks whether the account can send reports: 402 after its trial, 503 without a mail server.
func (h *handlers) checkSending(ctx context.Context) error {
	if err := request.Of(ctx).Account().Entitled(h.deps.Now()); err != nil {
		return err
	}
	if !h.config.Mail {
		return errNoMail
	}
	return nil
}

// ListReportSchedules returns the schedules.
func (h *handlers) ListReportSchedules(ctx context.Context, in api.ListReportSchedulesRequestObject) (api.ListReportSchedulesResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	scope, err := h.scopeOf(ctx, in.Params.SiteId, in.Params.ClientId, in.Params.Tag)
	if err != nil {
		return nil, err
	}
	schedules, total, err := h.deps.Schedules.ReportSchedules(ctx, request.AccountID(ctx), scope, page.limit, page.offset)
	count := int(total)
	return api.ListReportSchedules200JSONResponse{
		Body: list(schedules), Headers: api.ListReportSchedules200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// AddReportSchedule schedules a report. The defaults are the form's: Mondays, or the first of the month, at
// eight.
func (h *handlers) AddReportSchedule(ctx context.Context, in api.AddReportScheduleRequestObject) (api.AddReportScheduleResponseObject, error) {
	if err := h.checkSending(ctx); err != nil {
		return nil, err
	}
	schedule := upslope.ReportSchedule{
		ReportSettings: upslope.ReportSettings{
			Title: upslope.ReportTitle, DateRange: "last-30-days", IncludeKPIs: true, IncludeInsights: true, IncludeRecommendations: true,
		},
		Frequency: "weekly", Weekday: 1, MonthDay: 1, Hour: 8, Active: true,
	}
	if err := h.apply(ctx, &schedule, in.Body); err != nil {
		return nil, err
	}
	schedule, now, err := h.deps.Schedules.AddReportSchedule(ctx, request.AccountID(ctx), schedule, h.deps.Now())
	return api.AddReportSchedule201JSONResponse{Body: schedule, Headers: api.AddReportSchedule201ResponseHeaders{XVersion: version(now)}}, err
}

// EditReportSchedule changes a schedule. Without a mail server, or after the trial, it can be changed and
// paused, but not resumed.
func (h *handlers) EditReportSchedule(ctx context.Context, in api.EditReportScheduleRequestObject) (api.EditReportScheduleResponseObject, error) {
	schedule, now, err := h.deps.Schedules.EditReportSchedule(ctx, request.AccountID(ctx), in.Id, func(schedule *upslope.ReportSchedule) error {
		before := schedule.Active
		if err := h.apply(ctx, schedule, in.Body); err != nil {
			return err
		}
		if schedule.Active && !before {
			return h.checkSending(ctx)
		}
		return nil
	}, h.deps.Now())
	return api.EditReportSchedule200JSONResponse{Body: schedule, Headers: api.EditReportSchedule200ResponseHeaders{XVersion: version(now)}}, err
}

// apply applies a request's fields, and checks that the schedule is valid and its site the account's.
func (h *handlers) apply(ctx context.Context, schedule *upslope.ReportSchedule, edit *api.ReportScheduleEdit) error {
	if edit.SiteId != nil {
		siteID, err := h.siteOf(ctx, edit.SiteId)
		if err != nil {
			return err
		}
		schedule.SiteID = siteID
	}
	if edit.ClientId != nil {
		clientID, err := h.clientOf(ctx, edit.ClientId)
		if err != nil {
			return err
		}
		schedule.ClientID = clientID
	}
	if schedule.SiteID != "" {
		schedule.ClientID = ""
	}
	assign(&schedule.Title, edit.Title)
	assign(&schedule.DateRange, edit.DateRange)
	assign(&schedule.Notes, edit.Notes)
	assign(&schedule.Frequency, edit.Frequency)
	assign(&schedule.IncludeKPIs, edit.IncludeKPIs)
	assign(&schedule.IncludeInsights, edit.IncludeInsights)
	assign(&schedule.IncludeRecommendations, edit.IncludeRecommendations)
	assign(&schedule.Weekday, edit.Weekday)
	assign(&schedule.MonthDay, edit.MonthDay)
	assign(&schedule.Hour, edit.Hour)
	assign(&schedule.Recipients, edit.Recipients)
	assign(&schedule.Active, edit.Active)
	return schedule.Clean()
}

// DeleteReportSchedule deletes a schedule.
func (h *handlers) DeleteReportSchedule(ctx context.Context, in api.DeleteReportScheduleRequestObject) (api.DeleteReportScheduleResponseObject, error) {
	now, err := h.deps.Schedules.DeleteReportSchedule(ctx, request.AccountID(ctx), in.Id)
	return api.DeleteReportSchedule204Response{Headers: api.DeleteReportSchedule204ResponseHeaders{XVersion: version(now)}}, err
}

// SendReport sends a report now, and waits for it for a while.
func (h *handlers) SendReport(ctx context.Context, in api.SendReportRequestObject) (api.SendReportResponseObject, error) {
	if err := h.checkSending(ctx); err != nil {
		return nil, err
	}
	job, err := h.deps.Schedules.QueueReport(ctx, request.AccountID(ctx), in.Id, h.deps.Now())
	if err != nil {
		return nil, err
	}
	if job, err = h.jobs.await(ctx, job); err != nil {
		return nil, err
	}
	if !job.Finished() {
		return api.SendReport202JSONResponse{AcceptedJSONResponse: h.jobs.accepted(ctx, job)}, nil
	}
	return api.SendReport200JSONResponse{
		Body: api.Message{Message: job.Message}, Headers: api.SendReport200ResponseHeaders{XVersion: h.currentVersion(ctx)},
	}, nil
}
