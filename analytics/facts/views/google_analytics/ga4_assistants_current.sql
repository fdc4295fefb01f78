-- One row: a landing page by AI assistant on a day of Analytics, from the current reads.
-- uses: ga4_assistants_reads
select *
from ga4_assistants
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in ga4_assistants_reads
