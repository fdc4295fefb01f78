-- One row: the rankings that there are of the newest crawls, as one number.
select groupBitXor(cityHash64(ranking_id)) as all_rankings
from page_rankings
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
