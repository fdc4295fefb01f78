-- Deletes a crawl with its files. One row: whose it was, what it was called, and what of it lies elsewhere.
with files as (
    select coalesce(string_agg(file_name, ', ' order by imported_at, id), '') as names, coalesce(array_agg(object_key), '{}') as object_keys
    from uploads
    where account_id = @account_id and crawl_id = @id
),
attempts as (
    select attempt
    from uploads, unnest(attempts) as attempt
    where account_id = @account_id and crawl_id = @id
)
delete from crawls
using files
where crawls.account_id = @account_id and crawls.id = @id
returning crawls.site_id::text as site_id, files.names, files.object_keys,
          array(select attempt::text from attempts union select crawls.import_id::text union select crawls.links_import_id::text where crawls.links_import_id is not null)
              as imports
