-- One row: a query on a device and a day of Search Console, of the reads that count.
-- uses: gsc_query_devices_reads
select *
from gsc_query_devices
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gsc_query_devices_reads
