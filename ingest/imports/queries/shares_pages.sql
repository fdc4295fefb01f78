-- One row: whether two imports have a page in common.
select count() > 0 as shares
from (
    select 1
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own
      and cityHash64(page) in (
        select cityHash64(page)
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {other_import:UUID} and own)
    limit 1
)
settings max_threads = 2
