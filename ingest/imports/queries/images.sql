-- The pages of an import, with the number of their images that have no alt text in the crawl's links.
insert into pages
select * replace ({import_id:UUID} as import_id)
from (
    select crawled.* replace (nullIf(toUInt32(images.without_alt), 0) as images_without_alt)
    from (
        select *
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {read_import:UUID}
    ) as crawled
    left join (
        select source_page, uniqExact(destination_page) as without_alt
        from links
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {links_import:UUID} and link_type = 'image' and alt = ''
        group by source_page
    ) as images on images.source_page = crawled.page
)
settings join_algorithm = 'full_sorting_merge', max_threads = 2
