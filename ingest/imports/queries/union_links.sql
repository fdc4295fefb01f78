-- One row per link of several tables, which may list the same links: those between two URLs with one anchor
-- come from the table that has most of them.
insert into links (
    account_id, site_id, import_id, source_page, destination_page, source, destination, link_type, anchor, alt, follow, status_code, position,
    path, rel, origin, tab
)
select
    {account_id:UUID},
    {site_id:UUID},
    {import_id:UUID},
    source_page,
    destination_page,
    source,
    destination,
    link_type,
    anchor,
    alt,
    follow,
    status_code,
    position,
    path,
    rel,
    origin,
    0
from (
    select
        *,
        (import_id, tab) as table_of_link,
        count() over (partition by destination_page, source_page, destination, source, link_type, anchor, import_id, tab) as links_of_table
    from links
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id in {imports:Array(UUID)}
      and not has({left_out_tabs:Array(UInt16)}, tab)
)
qualify table_of_link = argMax(table_of_link, (links_of_table, table_of_link)) over (partition by destination_page, source_page, destination, source, link_type, anchor)
settings max_bytes_before_external_sort = 200000000, max_threads = 2
