-- Begins a run of a connection. One that is still called running has ended with its process.
with interrupted as (
    update sync_runs
    set status = 'failed', error = 'It was interrupted, and begun again.', finished_at = now()
    where account_id = @account_id and connection_id = @connection_id and kind = @kind and status = 'running'
)
insert into sync_runs (account_id, site_id, connection_id, provider, kind, days_wanted)
values (@account_id, @site_id, @connection_id, @provider, @kind, @days_wanted)
returning id::text as id
