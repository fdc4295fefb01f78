-- One row: a URL of the site in a partial crawl that another one is compared with.
select *
from pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and import_id in {partial_before:Array(UUID)} and own
