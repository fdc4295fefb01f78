-- What was wrong with the last sending is not said of a schedule that was changed.
update report_schedules
set site_id = nullif(@site_id, '')::uuid, title = @title, date_range = @date_range, include_kpis = @include_kpis, include_insights = @include_insights,
    include_recommendations = @include_recommendations, notes = @notes, frequency = @frequency, weekday = @weekday, month_day = @month_day,
    hour = @hour, recipients = @recipients, active = @active, last_error = ''
where account_id = @account_id and id = @id
