-- One row: a link on a page, of at most 100, and how many there are. Those in the content come first.
-- uses: links_current
select
    destination as other_end,
    anchor,
    toString(link_type) as kind,
    toString(position) as place,
    follow,
    status_code,
    (
        select count()
        from links_current
        where source_page = {page:String}
    ) as total
from links_current
where source_page = {page:String}
order by
    place != 'content',
    other_end,
    anchor,
    path
limit 100
