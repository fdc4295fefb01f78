-- One row: a link of an inlinks export, with where it stands: 0 in the text or unknown, 1 in a menu, 2 in the
-- footer, 3 not to be followed.
select
    cityHash64(source_page) as source_key,
    cityHash64(destination_page) as destination_key,
    multiIf(
        coalesce(not follow, position(rel, 'nofollow') > 0), 3,
        position in ('', 'content'), 0,
        position = 'footer', 2,
        1) as place
from links
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {links_import_id:UUID} and link_type = 'hyperlink'
