-- One row: the links of an import, and those that are images without alt text.
select count() as links, countIf(link_type = 'image' and alt = '') as without_alt
from links
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}
