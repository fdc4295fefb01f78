-- One row: a link to a page, of at most 100, and how many there are. Those in the content come first.
select
    source as other_end,
    anchor,
    toString(link_type) as kind,
    toString(position) as place,
    follow,
    status_code,
    (
        select count()
        from links
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and destination_page = {page:String}
    ) as total
from links
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and import_id = {import_id:UUID}
  and destination_page = {page:String}
order by
    place != 'content',
    other_end,
    anchor,
    path
limit 100
