-- One row: the URLs that redirect to a page, and those that name it as their canonical.
-- uses: pages_current
select
    arraySort(groupArrayIf(100)(url, redirect_page = {page:String})) as redirects_from,
    arraySort(groupArrayIf(100)(url, canonical_page = {page:String})) as canonical_of
from pages_current
where page != {page:String}
  and {page:String} in (redirect_page, canonical_page)
