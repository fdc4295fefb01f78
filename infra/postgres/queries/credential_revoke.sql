-- Notes that the provider no longer accepts a credential, and says so on all connections that use it.
with revoked as (
    update credentials set revoked = true where account_id = @account_id and id = @id returning id
)
update connections
set status = 'error', last_error = @last_error
from revoked
where connections.account_id = @account_id and connections.credential_id = revoked.id and connections.status <> 'disconnected'
