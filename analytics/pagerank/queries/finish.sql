-- Makes a ranking count, once all its rows are in; not of a crawl that was deleted meanwhile, whose rows
-- nobody would look for any more.
insert into page_rankings (account_id, site_id, import_id, links_import_id, ranking_id, method, pages, linked_pages, ranked_at)
select
    {account_id:UUID},
    {site_id:UUID},
    {import_id:UUID},
    {links_import_id:UUID},
    {ranking_id:UUID},
    {method:String},
    count(),
    countIf(followed_inlinks > 0),
    {ranked_at:DateTime64(3, 'UTC')}
from page_ranks
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and ranking_id = {ranking_id:UUID}
having exists(select 1 from pages where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID})
