-- Has the files deleted that are of no site; those of a site go with it. A message has its limits, so they go by hundreds.
insert into outbox (account_id, topic, payload)
select @account_id::uuid, 'job.sweep', jsonb_build_object('accountId', @account_id::text,
           'objectKeys', jsonb_agg(object_key) || jsonb_agg(object_key || '.rejected.csv'))
from (
    select object_key, row_number() over (order by id) / 300 as hundreds
    from uploads
    where account_id = @account_id and site_id is null
) as files
group by hundreds
