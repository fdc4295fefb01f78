insert into report_schedules (account_id, site_id, title, date_range, include_kpis, include_insights, include_recommendations, notes,
                              frequency, weekday, month_day, hour, recipients, active, created_at)
values (@account_id, nullif(@site_id, '')::uuid, @title, @date_range, @include_kpis, @include_insights, @include_recommendations, @notes,
        @frequency, @weekday, @month_day, @hour, @recipients, @active, @now)
returning id::text as id
