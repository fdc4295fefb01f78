-- Forgets the forecasts of insights of the site that were opened again before they were measured.
delete from outcomes using insights
where outcomes.account_id = @account_id and outcomes.site_id = @site_id and outcomes.status = 'waiting'
  and insights.id = outcomes.insight_id
  and (insights.status <> 'done' or insights.status_at <> outcomes.fixed_at)
