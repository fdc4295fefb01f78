-- One row: the rankings that there are of the newest crawls, as one number.
-- uses: page_rankings_ever
select groupBitXor(cityHash64(ranking_id)) as all_rankings
from page_rankings_ever
