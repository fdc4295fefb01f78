-- name: dumped_tables
-- One row per table: its columns without generated ones, and the tables that its foreign keys refer to.
select
    c.relname::text as name,
    array(
        select a.attname::text
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
    ) as columns,
    array(
        select distinct r.relname::text
        from pg_constraint f
        join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f'
    ) as "references"
from pg_class c
where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'goose_db_version'
order by c.relname;

-- name: dumped_sequences
-- One row per identity column, and the sequence that numbers it.
select
    pg_get_serial_sequence(quote_ident(c.relname), a.attname) as name,
    c.relname::text as table_name,
    a.attname::text as column_name
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'goose_db_version'
  and a.attidentity <> ''
order by c.relname, a.attname;
