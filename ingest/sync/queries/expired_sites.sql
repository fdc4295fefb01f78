-- One row: a site with days that are older than the history that is kept.
select distinct account_id as account, site_id as site
from current_days
where day < {from:Date}
