-- name: report
-- One row: a link of the account.
select
    id::text as id, account_id::text as account_id, coalesce(site_id::text, '') as site_id, title, date_range, token_hash, token, key_id, has_password,
    created_at, expires_at, revoked_at, revision, published, position, views, last_viewed_at
from reports
where account_id = @account_id and id = @id;

-- name: report_add
-- Adds a link that nobody was given yet.
insert into reports (id, account_id, site_id, settings, title, date_range, token_hash, token, key_id, body, has_password, created_at, expires_at)
values (@id, @account_id, nullif(@site_id, '')::uuid, @settings, @title, @date_range, @token_hash, @token, @key_id, @body, @has_password, @created_at, @expires_at);

-- name: report_delete
-- Deletes a link that was not given out.
delete from reports
where account_id = @account_id and id = @id;

-- name: report_encrypted
-- Puts another ciphertext of the same token in the place of the one that was read.
update reports
set token = @token, key_id = @key_id
where account_id = @account_id and id = @id;

-- name: report_extend
-- Has a link open until another moment; no row for one that cannot open any more.
update reports
set expires_at = @expires_at, revision = revision + 1
where account_id = @account_id and id = @id and published > 0 and body is not null
returning id::text;

-- name: report_revoke
-- Has a link open no more. One that was revoked before stays as it was.
update reports
set revoked_at = coalesce(revoked_at, @now), body = null, revision = case when revoked_at is null then revision + 1 else revision end
where account_id = @account_id and id = @id and published > 0
returning id::text;

-- name: report_views_add
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
from added;

-- name: report_views_sweep
-- Forgets batches that were counted before a moment.
delete from view_batches where counted_at < @before;

-- name: reports
-- One row: a link of the account that was given out, the newest first.
select
    id::text as id, account_id::text as account_id, coalesce(site_id::text, '') as site_id, title, date_range, token_hash, token, key_id, has_password,
    created_at, expires_at, revoked_at, revision, published, position, views, last_viewed_at
from reports
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid) and published > 0
order by reports.created_at desc, reports.id
limit @limit offset @offset;

-- name: reports_copied
-- One row: a link of any account that should have a copy, and the revision that the copy should be of.
select token_hash, published from reports where body is not null and published > 0;

-- name: reports_count
-- One row: how many links of the account were given out.
select count(*) as count
from reports
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid) and published > 0;

-- name: reports_expired_forget
-- Deletes the pages of links that expired before a moment.
update reports
set body = null, revision = revision + 1
where body is not null and expires_at < @before;

-- name: reports_lead
-- One row: whether this session is now the one that publishes reports. It stays so until it ends.
-- The number is "report" in ASCII.
select pg_try_advisory_lock(125780003615348) as leads;

-- name: reports_publish_again
-- Has links be copied again whose copies are not there.
update reports set revision = revision + 1 where token_hash = any(@token_hashes);

-- name: reports_published
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
where before.published = 0;

-- name: reports_stale
-- One row: a link, of any account, whose token another key than the given one encrypts.
select id::text as id, account_id::text as account_id, token
from reports
where key_id <> @key_id and (@after = '' or id > nullif(@after, '')::uuid)
order by id
limit @max_rows;

-- name: reports_waiting
-- One row: a link, of any account, whose copy is not as it should be: the page, or null where there must be none.
select id::text as id, token_hash, body, expires_at, revision
from reports
where revision > published
order by id
limit @max_rows;

-- name: reports_withdrawn
-- One row: a link that is gone, and whose copy has yet to go.
select token_hash from withdrawn_reports order by token_hash limit @max_rows;

-- name: reports_withdrawn_forget
-- Forgets links whose copies are gone.
delete from withdrawn_reports where token_hash = any(@token_hashes);
