-- One row: a URL of the site in the newest crawl.
select *
from pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and import_id in {imports:Array(UUID)} and own
