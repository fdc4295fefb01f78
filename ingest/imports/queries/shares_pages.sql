-- One row: whether two imports have a page in common, and whether one that was crawled at the same second.
with
    theirs as (
        select cityHash64(page) as page_hash, crawled_at
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {other_import:UUID} and own
    )
select
    count() > 0 as shares,
    countIf((cityHash64(page), crawled_at) in (select page_hash, crawled_at from theirs where crawled_at is not null)) > 0 as same_second
from pages
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own
  and cityHash64(page) in (select page_hash from theirs)
settings max_threads = 2
