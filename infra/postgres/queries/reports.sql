-- name: report
-- One row: a link of the account.
select
    id::text as id, account_id::text as account_id, coalesce(site_id::text, '') as site_id,
    coalesce(client_id::text, '') as client_id, title, date_range, token_hash, token, key_id, has_password,
    created_at, expires_at, revoked_at, revision, published, position, views, last_viewed_at,
    link_domain(account_id, site_id, client_id) as link_domain
from reports
where account_id = @account_id and id = @id;

-- name: report_add
-- Adds an unpublished link.
insert into reports (id, account_id, site_id, client_id, settings, title, date_range, token_hash, token, key_id, body, has_password, created_at, expires_at)
values (@id, @account_id, nullif(@site_id, '')::uuid, nullif(@client_id, '')::uuid, @settings, @title, @date_range, @token_hash, @token, @key_id, @body, @has_password, @created_at, @expires_at);

-- name: report_delete
-- Deletes an unpublished link.
delete from reports
where account_id = @account_id and id = @id;

-- name: report_encrypted
-- Replaces the ciphertext of a token, unless it has changed since it was read.
update reports
set token = @token, key_id = @key_id
where account_id = @account_id and id = @id;

-- name: report_extend
-- Changes the expiry of a link; no row for one that has expired or been revoked.
update reports
set expires_at = @expires_at, revision = revision + 1
where account_id = @account_id and id = @id and published > 0 and body is not null
returning id::text;

-- name: report_revoke
-- Revokes a link. One revoked before stays unchanged.
update reports
set revoked_at = coalesce(revoked_at, @now), body = null, revision = case when revoked_at is null then revision + 1 else revision end
where account_id = @account_id and id = @id and published > 0
returning id::text;

-- name: report_views_add
-- Adds a batch of views to their links, once. Views of deleted links are dropped.
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
-- Deletes batches counted before the given time.
delete from view_batches where counted_at < @before;

-- name: reports
-- One row per published link of the account, newest first.
select
    id::text as id, account_id::text as account_id, coalesce(site_id::text, '') as site_id,
    coalesce(client_id::text, '') as client_id, title, date_range, token_hash, token, key_id, has_password,
    created_at, expires_at, revoked_at, revision, published, position, views, last_viewed_at,
    link_domain(account_id, site_id, client_id) as link_domain
from reports
where account_id = @account_id and published > 0
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@client_id = '' and @tag = '' or @tag = '' and client_id::text = @client_id
       or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
order by reports.created_at desc, reports.id
limit @limit offset @offset;

-- name: reports_copied
-- One row per link, of any account, that should be in the replica, with its revision.
select token_hash, published from reports where body is not null and published > 0;

-- name: reports_count
-- One row: the number of published links of the account.
select count(*) as count
from reports
where account_id = @account_id and published > 0
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@client_id = '' and @tag = '' or @tag = '' and client_id::text = @client_id
       or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)));

-- name: reports_expired_forget
-- Deletes the pages of links that expired before the given time.
update reports
set body = null, revision = revision + 1
where body is not null and expires_at < @before;

-- name: reports_lead
-- One row: whether this session has become the publisher of reports, until it ends. The number is "report" in
-- ASCII.
select pg_try_advisory_lock(125780003615348) as leads;

-- name: reports_publish_again
-- Marks links missing from the replica to be copied again.
update reports set revision = revision + 1 where token_hash = any(@token_hashes);

-- name: reports_published
-- Stores the revisions in the replica, and their position.
with copied as (
    select id, revision from unnest(@ids::uuid[], @revisions::bigint[]) as copied (id, revision)
), before as (
    select reports.id, reports.published from reports join copied using (id)
), noted as (
    update reports
    set published = copied.revision, hosted = copied.revision, position = @position
    from copied
    where reports.id = copied.id
    returning reports.id, reports.account_id, reports.site_id
)
-- A link published for the first time appears in its owner's list.
insert into outbox (account_id, site_id, topic, payload)
select noted.account_id, noted.site_id, 'event.reports', '{}'
from noted join before using (id)
where before.published = 0;

-- name: reports_stale
-- One row per link, of any account, whose token is encrypted with another key than the given one.
select id::text as id, account_id::text as account_id, token
from reports
where key_id <> @key_id and (@after = '' or id > nullif(@after, '')::uuid)
order by id
limit @max_rows;

-- name: reports_waiting
-- One row per link of any account with an outdated replica: its page, or null to delete it, and its domains.
select id::text as id, token_hash, body, expires_at, revision, link_hosts(account_id, site_id, client_id) as hosts
from reports
where revision > published
   or body is not null and hosted < published and cardinality(link_hosts(account_id, site_id, client_id)) > 0
order by id
limit @max_rows;

-- name: reports_withdrawn
-- One row per deleted link that is still in the replica.
select token_hash from withdrawn_reports order by token_hash limit @max_rows;

-- name: reports_withdrawn_forget
-- Deletes the records of links that are gone from the replica.
delete from withdrawn_reports where token_hash = any(@token_hashes);

-- name: reports_hashes
-- One row per link, of any account, that may have a page in the replica. For administrators only.
select token_hash from reports where body is not null;
