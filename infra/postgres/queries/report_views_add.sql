-- Adds the views of a batch to their links, once. Of links that are gone nobody wants them.
with batch as (
    insert into view_batches (id) values (@id)
    on conflict (id) do nothing
    returning id
), counted as (
    select token_hash, sum(views) as views, max(last_at) as last_at
    from batch, unnest(@token_hashes::bytea[], @counts::bigint[], @last::timestamptz[]) as viewed (token_hash, views, last_at)
    group by token_hash
), added as (
    update reports
    set views = reports.views + counted.views, last_viewed_at = greatest(reports.last_viewed_at, counted.last_at)
    from counted
    where reports.token_hash = counted.token_hash
    returning reports.account_id, reports.site_id
)
insert into outbox (account_id, site_id, topic, payload)
select distinct account_id, site_id, 'event.reports', '{}'::jsonb
from added
