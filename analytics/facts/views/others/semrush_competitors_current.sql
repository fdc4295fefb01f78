-- One row: a domain that ranks for the same queries as a site as of a day, from the current reads.
-- uses: semrush_competitors_reads
select *
from semrush_competitors
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in semrush_competitors_reads
