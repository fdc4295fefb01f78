-- One row: a connection that was deleted of late.
select account_id::text as account_id, site_id::text as site_id, connection_id::text as connection_id
from erased_connections
order by erased_at
limit 1000
