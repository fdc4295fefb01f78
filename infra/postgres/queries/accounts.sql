-- name: account
-- One row: an account, its plan and when its trial ends.
select id::text as id, plan, trial_ends_at from accounts where id = @account_id;

-- name: account_add
-- Adds an account and answers its id.
insert into accounts (trial_ends_at) values (@trial_ends_at)
returning id::text as id;

-- name: account_delete
-- Deletes an account with all that belongs to it.
delete from accounts where id = @account_id;

-- name: account_entitled
-- One row: whether the account has a plan, or its trial still runs.
select plan <> '' or trial_ends_at > now() from accounts where id = @account_id;

-- name: account_lock
-- Keeps the account to this transaction until it ends.
select from accounts where id = @account_id for no key update;

-- name: account_plan
-- Gives an account its plan.
update accounts set plan = @plan, version = version + 1 where id = @account_id and plan <> @plan;

-- name: account_site_ids
-- One row: the id of a site of the account.
select id::text from sites where account_id = @account_id order by id;

-- name: account_touch
-- What an account sees of its plan has changed.
update accounts set version = version + 1 where id = @account_id;

-- name: account_users
-- One row: a user of the account, and when its trial ends.
select users.subject, users.email, accounts.trial_ends_at
from users join accounts on accounts.id = users.account_id
where users.account_id = @account_id;

-- name: account_version
-- One row: how often anything the account owns has changed.
select version from accounts where id = @account_id;

-- name: account_files_erase
-- Has the files deleted that are of no site; those of a site go with it. A message has its limits, so they go by hundreds.
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
-- One row: a credential of the account that no other account has. Withdrawing a sign-in with Google ends it for all of them.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where account_id = @account_id
  and not exists (select from credentials as others where others.kind = credentials.kind and others.label = credentials.label and others.account_id <> @account_id)
order by id;

-- name: account_customer_lock
-- At most one row: the customer that the account is to the payment provider; nobody reads its subscription meanwhile.
select customer_id from subscriptions where account_id = @account_id for update;

-- name: past_trial
-- One row: when the trial ends that somebody had, and when their account was last deleted; null: never.
select min(ends_at) as ends_at, max(deleted_at) filter (where person = @subject) as deleted_at
from past_trials
where person = any(@persons::bytea[]);

-- name: past_trials_add
-- Remembers a trial under each hash of who has it. One that was had before stays as it was.
insert into past_trials (person, ends_at)
select unnest(@persons::bytea[]), @ends_at
on conflict (person) do nothing;

-- name: past_trials_deleted
-- Remembers the trial of an account that is deleted, and that sessions of its user from before now are refused.
insert into past_trials (person, ends_at, deleted_at)
select person, @ends_at, case when person = @subject then @now::timestamptz end
from unnest(@persons::bytea[]) as person
on conflict (person) do update set ends_at = excluded.ends_at, deleted_at = coalesce(excluded.deleted_at, past_trials.deleted_at);

-- name: branding
select brand_name as name, brand_color as color, brand_logo as logo from accounts where id = @account_id;

-- name: branding_update
-- A null leaves the column as it is; an empty logo clears it.
update accounts
set brand_name = coalesce(@name, brand_name),
    brand_color = coalesce(@color, brand_color),
    brand_logo = case when @logo::bytea is null then brand_logo when length(@logo::bytea) = 0 then null else @logo::bytea end,
    version = version + 1
where id = @account_id
returning brand_name as name, brand_color as color, brand_logo as logo;

-- name: header_meanings
select header, field
from header_meanings
where account_id = @account_id;

-- name: header_meanings_put
-- Keeps what headers were said to mean; one that was said to mean nothing is not remembered.
insert into header_meanings (account_id, header, field, said_at)
select @account_id, lower(said.key), min(said.value), @said_at
from jsonb_each_text(@mapping) as said
where said.value <> ''
group by lower(said.key)
on conflict (account_id, header) do update set field = excluded.field, said_at = excluded.said_at;

-- name: lock_name
-- Holds the name until the transaction ends, so that two of them do not both find that something is not there yet.
select pg_advisory_xact_lock(hashtextextended(@name, 1));
