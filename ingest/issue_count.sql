-- One row: how many technical issues one import has.
select count() as issues
from technical_issues
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}
