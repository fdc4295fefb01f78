-- One row: a page that the steps of its task name, or evidence shows: those of each task with most to read.
-- Where not all fit, each task gets its first before any gets its second.
-- continues: tasks.sql
-- uses: pages_current
select page as targets
from (
    select
        page_key,
        row_number() over (partition by issue_type, task_template, task_key order by word_count desc nulls last, rank desc, page_key) as place
    from tasks
    where {issue:String} = ''
       or issue_type = {issue:String} and task_template = {template:String} and task_key = if({page:String} = '', 0, cityHash64({page:String}))
    qualify place <= {shown_rows:UInt64}
    order by place, page_key
    limit {max_targets:UInt64}
) as picked
inner join (
    select distinct page, cityHash64(page) as key_of_page
    from pages_current
) as named on key_of_page = page_key
order by page
