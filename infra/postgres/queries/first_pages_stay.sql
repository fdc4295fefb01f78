-- Says of first pages of tables of a site that they are as they were after so many reads, unless somebody has made them of other rows meanwhile.
update first_pages
set reads = @reads
from unnest(@keys::text[], @made_of::text[], @pages::text[]) as put (page_key, made_of, page)
where first_pages.account_id = @account_id and first_pages.site_id = @site_id
  and first_pages.page_key = put.page_key and first_pages.made_of = put.made_of and put.page = '' and first_pages.reads <= @reads
