-- name: account
-- One row: an account, its plan and the end of its trial.
select id::text as id, plan, trial_ends_at from accounts where id = @account_id;

-- name: account_add
-- Adds an account and returns its id.
insert into accounts (trial_ends_at) values (@trial_ends_at)
returning id::text as id;

-- name: account_demo
-- At most one row: the account of the public demo.
select id::text as id from accounts where is_demo;

-- name: account_demo_add
-- Adds the account of the public demo, with every feature and without an end, unless it exists.
insert into accounts (trial_ends_at, plan, is_demo) values (@now, 'both', true)
on conflict (is_demo) where is_demo do nothing;

-- name: account_delete
-- Deletes an account with everything that belongs to it.
delete from accounts where id = @account_id;

-- name: account_entitled
-- One row: whether the account has a plan or a running trial.
select plan <> '' or trial_ends_at > now() from accounts where id = @account_id;

-- name: account_lock
-- Locks the account until the end of the transaction.
select from accounts where id = @account_id for no key update;

-- name: account_plan
-- Sets the account's plan.
update accounts set plan = @plan, version = version + 1 where id = @account_id and plan <> @plan;

-- name: account_site_ids
-- One row per site id of the account.
select id::text from sites where account_id = @account_id order by id;

-- name: account_touch
-- Raises the version: the plan shown to the account has changed.
update accounts set version = version + 1 where id = @account_id;

-- name: account_users
-- One row per user of the account, with the end of its trial.
select users.subject, users.email, accounts.trial_ends_at
from users join accounts on accounts.id = users.account_id
where users.account_id = @account_id;

-- name: account_version
-- One row: the account's version.
select version from accounts where id = @account_id;

-- name: account_files_erase
-- Queues the deletion of files without a site; those of a site go with it. In batches of hundreds, because
-- messages have a size limit.
insert into outbox (account_id, topic, payload)
select @account_id::uuid, 'job.sweep', jsonb_build_object('accountId', @account_id::text,
           'objectKeys', jsonb_agg(object_key) || jsonb_agg(object_key || '.rejected.csv'))
from (
    select object_key, row_number() over (order by id) / 300 as hundreds
    from uploads
    where account_id = @account_id and site_id is null
) as files
group by hundreds;

-- name: account_credentials
-- One row per credential that no other account has: revoking a Google grant ends it for all of them.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where account_id = @account_id
  and not exists (select from credentials as others where others.kind = credentials.kind and others.label = credentials.label and others.account_id <> @account_id)
order by id;

-- name: account_customer_lock
-- At most one row: the account's customer at the payment provider, locked against concurrent refreshes.
select customer_id from subscriptions where account_id = @account_id for update;

-- name: past_trial
-- One row: the end of a person's earlier trial, and when their account was last deleted; null is never.
select min(ends_at) as ends_at, max(deleted_at) filter (where person = @subject) as deleted_at
from past_trials
where person = any(@persons::bytea[]);

-- name: past_trials_add
-- Stores the end of a trial for each hash of its user. An earlier trial stays unchanged.
insert into past_trials (person, ends_at)
select unnest(@persons::bytea[]), @ends_at
on conflict (person) do nothing;

-- name: past_trials_deleted
-- Stores the trial of an account to be deleted, and rejects its users' sessions from before now.
insert into past_trials (person, ends_at, deleted_at)
select person, @ends_at, case when person = @subject then @now::timestamptz end
from unnest(@persons::bytea[]) as person
on conflict (person) do update set ends_at = excluded.ends_at, deleted_at = coalesce(excluded.deleted_at, past_trials.deleted_at);

-- name: branding
select brand_name as name, brand_color as color, brand_logo as logo, brand_link_domain as link_domain from accounts where id = @account_id;

-- name: link_domain_taken
-- One row: whether another account has a domain for its links, and this one does not.
select (exists (select from accounts where brand_link_domain = @domain and id <> @account_id)
        or exists (select from clients where brand_link_domain = @domain and account_id <> @account_id))
   and not exists (select from accounts where brand_link_domain = @domain and id = @account_id)
   and not exists (select from clients where brand_link_domain = @domain and account_id = @account_id) as taken;

-- name: branding_update
-- Null leaves a column unchanged; an empty logo clears it.
update accounts
set brand_name = coalesce(@name, brand_name),
    brand_color = coalesce(@color, brand_color),
    brand_link_domain = coalesce(@link_domain, brand_link_domain),
    brand_logo = case when @logo::bytea is null then brand_logo when length(@logo::bytea) = 0 then null else @logo::bytea end,
    version = version + 1
where id = @account_id
returning brand_name as name, brand_color as color, brand_logo as logo, brand_link_domain as link_domain;

-- name: header_meanings
select header, field
from header_meanings
where account_id = @account_id;

-- name: header_meanings_put
-- Stores the account's header mapping; headers mapped to nothing are deleted.
insert into header_meanings (account_id, header, field, said_at)
select @account_id, lower(said.key), min(said.value), @said_at
from jsonb_each_text(@mapping) as said
where said.value <> ''
group by lower(said.key)
on conflict (account_id, header) do update set field = excluded.field, said_at = excluded.said_at;

-- name: lock_name
-- Locks a name until the end of the transaction, so that two transactions cannot both find something missing.
select pg_advisory_xact_lock(hashtextextended(@name, 1));

-- name: accounts_erased
-- One row per recently deleted account.
select account_id::text from erased_accounts order by erased_at;

-- name: accounts_erased_forget
-- Forgets accounts deleted so long ago that no request of theirs can still be running.
delete from erased_accounts where erased_at < @before;

-- name: account_rows
-- One row per table that has rows of an account, whatever tables there are.
select columns.table_name as place,
       (xpath('/row/rows/text()', query_to_xml(format('select count(*) as rows from %I where %I::text = %L', columns.table_name, columns.column_name, @account_id::text), false, true, '')))[1]::text::bigint as found
from information_schema.columns join information_schema.tables using (table_schema, table_name)
where columns.table_schema = current_schema()
  and tables.table_type = 'BASE TABLE'
  and (columns.column_name = 'account_id' or columns.table_name = 'accounts' and columns.column_name = 'id')
order by place;
