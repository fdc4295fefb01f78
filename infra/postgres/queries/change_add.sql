-- Adds what changed on the site. A title that is too long for it is cut.
insert into site_changes (account_id, site_id, day, kind, text, insight_id, created_at)
values (@account_id, @site_id, @day, @kind, left(@text, 1000), nullif(@insight_id, '')::uuid, @created_at)
returning id::text as id, site_id::text as site_id, day::text as day, kind, text, coalesce(insight_id::text, '') as insight_id, created_at
