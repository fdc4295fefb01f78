-- One row: the URLs that redirect to a page, and those that name it as their canonical.
select
    arraySort(groupArrayIf(100)(url, redirect_page = {page:String})) as redirects_from,
    arraySort(groupArrayIf(100)(url, canonical_page = {page:String})) as canonical_of
from pages
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and import_id = {import_id:UUID}
  and page != {page:String}
  and {page:String} in (redirect_page, canonical_page)
