-- Has the rows of imports deleted that no crawl of the site counts, and files in object storage.
insert into outbox (account_id, site_id, topic, payload)
select @account_id::uuid, @site_id::uuid, 'job.sweep', jsonb_build_object(
    'accountId', @account_id::uuid, 'siteId', @site_id::uuid, 'imports', coalesce(jsonb_agg(import_id), '[]'), 'objectKeys', @object_keys::text[])
from unnest(@imports::uuid[]) as swept (import_id)
where not exists (
    select from uploads
    where uploads.account_id = @account_id::uuid and uploads.site_id = @site_id::uuid and uploads.import_id = swept.import_id and uploads.crawl_id is not null
)
  and not exists (
    select from crawls
    where crawls.account_id = @account_id::uuid and crawls.site_id = @site_id::uuid and swept.import_id in (crawls.import_id, crawls.links_import_id)
)
having count(*) > 0 or cardinality(@object_keys::text[]) > 0
