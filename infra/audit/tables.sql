-- One row per table that has rows of accounts.
select columns.table as place
from system.columns as columns
where columns.database = currentDatabase()
  and columns.name = 'account_id'
  and columns.table in (select tables.name from system.tables as tables where tables.database = currentDatabase() and (tables.engine = 'Distributed' or tables.engine like '%MergeTree' and tables.name not like '%\\_local'))
order by place
