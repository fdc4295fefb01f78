-- One row: the links of an import.
select count() as links
from links
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}
