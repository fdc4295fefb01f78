-- One row: an issue of the newest crawl.
select *
from technical_issues
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and import_id in {imports:Array(UUID)}
