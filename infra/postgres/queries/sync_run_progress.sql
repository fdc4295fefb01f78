-- Says how far a run is, which makes what was found out of the account's and the site's rows old, and answers whether there is still a
-- connection to run for.
with run as (
    update sync_runs
    set days = @days, rows_read = @rows
    where account_id = @account_id and id = @id
    returning account_id, site_id, connection_id
), came as (
    insert into facts_versions (account_id, reads)
    select account_id, 1 from run
    on conflict (account_id) do update set reads = facts_versions.reads + 1
), came_for_site as (
    insert into site_reads (account_id, site_id, reads)
    select account_id, site_id, 1 from run
    on conflict (account_id, site_id) do update set reads = site_reads.reads + 1
)
select exists (
    select from connections
    where connections.account_id = @account_id and connections.id = run.connection_id and connections.status <> 'disconnected'
)
from run
