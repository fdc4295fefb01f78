-- One row: the rows of an import, and the URLs of the site and of other sites that they are about.
select
    sum(rows_of_url) as rows,
    countIf(is_own) as own_pages,
    countIf(not is_own) as foreign_pages
from (
    select count() as rows_of_url, max(own) as is_own
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}
    group by page, decodeURLComponent(url)
)
settings optimize_aggregation_in_order = 1, max_threads = 2
