-- Makes what was found out of a site's rows old, and of its account's: rows came, or what was worked out of them changes.
with site as (
    select account_id, id from sites where account_id = @account_id and id = @site_id
), came as (
    insert into facts_versions (account_id, reads)
    select account_id, 1 from site
    on conflict (account_id) do update set reads = facts_versions.reads + 1
)
insert into site_reads (account_id, site_id, reads)
select account_id, id, 1 from site
on conflict (account_id, site_id) do update set reads = site_reads.reads + 1
