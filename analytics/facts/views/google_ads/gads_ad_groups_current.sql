-- One row: an ad group on a day of Google Ads, from the current reads.
-- uses: gads_ad_groups_reads
select *
from gads_ad_groups
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gads_ad_groups_reads
