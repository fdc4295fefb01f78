-- One row: a technical issue, of all that match, worst first.
-- continues: issue_rows.sql
select
    url,
    title,
    toString(severity) as severity_name,
    details,
    status,
    seen_as,
    imported_at,
    issue_type
from found
order by
    severity,
    issue_type,
    url,
    issue_id
settings max_bytes_before_external_sort = 200000000
