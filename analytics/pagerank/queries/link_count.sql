-- One row: how many rows links.sql has.
select count() as hyperlinks
from links
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {links_import_id:UUID} and link_type = 'hyperlink'
