select count(*) from report_schedules where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
