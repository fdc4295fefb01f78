-- One row: what the site's scales rest on now, and whether its older days are in: nobody reads any, or has since its youngest source came.
with sources as (
    select provider, id, created_at
    from connections
    where account_id = @account_id and site_id = @site_id and status = 'connected'
)
select array(select provider || ' ' || id from sources order by provider)
           || array(select 'crawl' where exists (select from crawls where account_id = @account_id and site_id = @site_id))
           || array['currency ' || sites.currency, 'conversion ' || coalesce(site_rules.conversion_value::text, 'unknown'), 'target ' || coalesce(site_rules.target_cpa::text, 'unknown')]
           as rests_on,
       not exists (
           select from jobs
           where account_id = @account_id and status in ('queued', 'running') and (kind = 'backfill' and site_id = @site_id or kind = 'demo' and sites.is_demo)
       ) or exists (
           select from jobs
           where account_id = @account_id and site_id = @site_id and kind = 'backfill' and status = 'done' and created_at > (select max(created_at) from sources)
       ) as settled
from sites
left join site_rules on site_rules.account_id = sites.account_id and site_rules.site_id = sites.id
where sites.account_id = @account_id and sites.id = @site_id
