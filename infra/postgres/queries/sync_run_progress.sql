-- Says how far a run is, and answers whether there is still a connection to run for.
update sync_runs
set days = @days, rows_read = @rows
where account_id = @account_id and id = @id
returning exists (
    select from connections
    where connections.account_id = @account_id and connections.id = sync_runs.connection_id and connections.status <> 'disconnected'
)
