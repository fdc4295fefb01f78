-- One row: a site of the account, how many insights were fixed since, and when its insights were last worked out.
select sites.id::text as site_id, coalesce(done.fixed, 0) as fixed,
       (select max(updated_at)
        from jobs
        where jobs.account_id = sites.account_id and jobs.site_id = sites.id and jobs.kind = 'recompute' and jobs.status = 'done') as scored_at
from sites
left join (
    select site_id, count(*) as fixed
    from insights
    where account_id = @account_id and status = 'done' and resolution = 'fixed' and status_at >= @since
    group by site_id
) as done on done.site_id = sites.id
where sites.account_id = @account_id
order by sites.created_at, sites.id
