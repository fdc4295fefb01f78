-- One row: a query that the domain ranks for as of a day, from the current reads.
-- uses: semrush_positions_reads
select *
from semrush_positions
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in semrush_positions_reads
