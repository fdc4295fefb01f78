-- One row: a link, of any account, whose copy is not as it should be: the page, or null where there must be none.
select id::text as id, token_hash, body, expires_at, revision
from reports
where revision > published
order by id
limit @most
