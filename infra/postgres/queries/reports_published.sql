-- Notes which revisions the replica has, and at which position.
with copied as (
    select id, revision from unnest(@ids::uuid[], @revisions::bigint[]) as copied (id, revision)
), before as (
    select reports.id, reports.published from reports join copied using (id)
), noted as (
    update reports
    set published = copied.revision, position = @position
    from copied
    where reports.id = copied.id
    returning reports.id, reports.account_id, reports.site_id
)
-- One that was never given out appears in its owner's list.
insert into outbox (account_id, site_id, topic, payload)
select noted.account_id, noted.site_id, 'event.reports', '{}'
from noted join before using (id)
where before.published = 0
