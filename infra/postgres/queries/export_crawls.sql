-- One row: a crawl, for its owner to keep.
select (to_jsonb(crawls) - 'account_id')::text
from crawls
where account_id = @account_id
