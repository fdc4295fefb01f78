-- One row: the pages of an import that have images without alt text.
select count() as pages
from pages
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own and images_without_alt > 0
