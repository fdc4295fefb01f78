-- Deletes the rows of a ranking that came to nothing.
delete from page_ranks
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and ranking_id = {ranking_id:UUID}
