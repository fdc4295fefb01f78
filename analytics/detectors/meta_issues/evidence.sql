-- One row: a page that the insight is about, those first that most links point to.
select
    url,
    details,
    related_url,
    title_text as title,
    proposed_title,
    h1_text as h1,
    links_to_page as links
from task_issues
where issue_type = {issue:String} and task_template = {template:String} and task_page = {page:String}
order by links desc nulls last, url
limit {evidence_rows:UInt64}
