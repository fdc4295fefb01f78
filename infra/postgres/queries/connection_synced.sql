-- Records what a run has shown of a connection, and answers the status it had before.
update connections
set status = case when @error = '' then 'connected' else 'error' end,
    last_error = nullif(@error, ''),
    last_sync_at = case when @error = '' then now() else connections.last_sync_at end
from (select id, status from connections where account_id = @account_id and id = @id and status <> 'disconnected' for update) as before
where connections.account_id = @account_id and connections.id = before.id
returning before.status
