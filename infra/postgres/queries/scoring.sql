-- name: account_scales
-- One row per unit: the basis of the account's scale.
select unit, currency, worth, click_value, top_expected
from account_scales
where account_id = @account_id
order by unit, currency;

-- name: account_scales_put
-- Computes the basis of the account's scales from its sites' scales and its insights.
with expected as (
    select value_unit as unit, coalesce(value_currency, '') as currency,
           percentile_cont(@percentile::float8) within group (order by expected_value) as top_expected
    from insights
    where account_id = @account_id and value_mid is not null and status <> 'done'
    group by value_unit, coalesce(value_currency, '')
)
insert into account_scales (account_id, unit, currency, worth, click_value, top_expected, worked_out_at)
select @account_id::uuid, unit, currency, sum(scales.worth),
       -- weighted by the sites' worth
       coalesce(sum(scales.worth * least(scales.click_value, 1e6)) / nullif(sum(scales.worth), 0), 0),
       coalesce(min(expected.top_expected), 0), @now
from scales
left join expected using (unit, currency)
where scales.account_id = @account_id
group by unit, currency
on conflict (account_id, unit, currency) do update set
    worth = excluded.worth, click_value = excluded.click_value, top_expected = excluded.top_expected, worked_out_at = excluded.worked_out_at;

-- name: scales
-- One row per unit: the site's scale. An empty site is every site of the account.
select site_id::text as site_id, unit, currency, floor, top, worth, click_value, rests_on, frozen_at
from scales
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
order by site_id, unit, currency;

-- name: scales_basis
-- One row: the basis of the site's scales now, and whether its older days are complete: no backfill is
-- pending, or one has finished since the newest connection.
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
where sites.account_id = @account_id and sites.id = @site_id;

-- name: scales_put
-- Stores scales of the site, replacing those of the same units.
insert into scales (account_id, site_id, unit, currency, floor, top, worth, click_value, rests_on, frozen_at)
select @account_id::uuid, @site_id::uuid, put.unit, put.currency, put.floor, put.top, put.worth, put.click_value, put.rests_on, put.frozen_at
from jsonb_to_recordset(@scales) as put (
    unit text, currency text, floor float8, top float8, worth float8, click_value float8, rests_on text[], frozen_at timestamptz)
on conflict (site_id, unit, currency) do update set
    floor = excluded.floor, top = excluded.top, worth = excluded.worth, click_value = excluded.click_value,
    rests_on = excluded.rests_on, frozen_at = excluded.frozen_at
where scales.account_id = excluded.account_id;

-- name: portfolio_sites
-- One row per site of the account: insights fixed since, when it was last scored, and the age of its data.
select sites.id::text as site_id, coalesce(done.fixed, 0) as fixed,
       (select max(updated_at)
        from jobs
        where jobs.account_id = sites.account_id and jobs.site_id = sites.id and jobs.kind = 'recompute' and jobs.status = 'done') as scored_at,
       coalesce(connected.sources, '[]') as sources, crawled.crawled_at
from sites
left join (
    select site_id, jsonb_agg(jsonb_build_object('provider', provider, 'status', status, 'lastSyncAt', last_sync_at)
               order by array_position(array['ga4', 'gsc', 'gads', 'semrush', 'pagespeed'], provider)) as sources
    from connections
    where account_id = @account_id and status <> 'disconnected'
    group by site_id
) as connected on connected.site_id = sites.id
left join (
    select distinct on (site_id) site_id, coalesce(crawled_at, imported_at) as crawled_at
    from crawls
    where account_id = @account_id
    order by site_id, imported_at desc, id
) as crawled on crawled.site_id = sites.id
left join (
    select site_id, count(*) as fixed
    from insights
    where account_id = @account_id and status = 'done' and resolution = 'fixed' and status_at >= @since
    group by site_id
) as done on done.site_id = sites.id
where sites.account_id = @account_id
  and (@client_id = '' and @tag = '' or sites.id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
order by sites.created_at, sites.id;

-- name: account_facts_version
-- One row: a value that changes with any of the account's data, and with new provider rows.
select accounts.version || '.' || coalesce(facts_versions.reads, 0)
from accounts left join facts_versions on facts_versions.account_id = accounts.id
where accounts.id = @account_id;

-- name: account_facts_reads
-- One row: how often provider rows were written for the account.
select coalesce(max(reads), 0) from facts_versions where account_id = @account_id;
