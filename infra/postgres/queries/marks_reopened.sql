-- One row: a technical issue said to be fixed before the site's newest crawl was imported. When that crawl has it, it is open again.
select issue_marks.issue_id::text as issue_id
from issue_marks
where issue_marks.account_id = @account_id
  and (@site_id = '' or issue_marks.site_id::text = @site_id)
  and issue_marks.marked_at <= (select max(imported_at) from crawls where crawls.account_id = issue_marks.account_id and crawls.site_id = issue_marks.site_id)
order by issue_id
