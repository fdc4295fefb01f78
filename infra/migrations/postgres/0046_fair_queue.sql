-- +goose Up

-- Imports have a lane for later, too (0016).
-- +goose StatementBegin
create or replace function job_topic(kind text, sync boolean, background boolean) returns text language sql immutable as $$
    select 'job.' || case when sync then 'sync' else kind end || case when background and kind in ('recompute', 'import') then '.later' else '' end
$$;
-- +goose StatementEnd

-- Whether an account has three jobs of a kind ahead: another one waits behind those of all accounts, until somebody looks at
-- its site.
create index jobs_unfinished on jobs (account_id, kind) where status in ('queued', 'running');
create function waits_behind(account uuid, of_kind text) returns boolean language sql stable as $$
    select count(*) = 3
    from (select from jobs where account_id = account and kind = of_kind and status in ('queued', 'running') and not background limit 3) as ahead
$$;
