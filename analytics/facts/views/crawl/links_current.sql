-- One row: a link of the newest crawl that has links.
select *
from links
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and import_id in {links:Array(UUID)}
