-- One row: a PageSpeed test of a page on a device, from the current reads.
-- uses: pagespeed_tests_reads
select *
from pagespeed_tests
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in pagespeed_tests_reads
