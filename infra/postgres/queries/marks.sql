-- name: mark_fixed
-- Marks a technical issue as fixed, or moves the mark to now.
insert into issue_marks (account_id, site_id, issue_id, status, marked_at)
values (@account_id, @site_id, @issue_id, 'fixed', @marked_at)
on conflict (account_id, site_id, issue_id) do update set marked_at = excluded.marked_at;

-- name: mark_open
-- Removes the mark of a technical issue.
delete from issue_marks
where account_id = @account_id and site_id = @site_id and issue_id = @issue_id;

-- name: marks
-- One row per technical issue marked as fixed after the site's newest crawl. A newer crawl that finds it
-- reopens it.
select issue_marks.issue_id::text as issue_id
from issue_marks
where issue_marks.account_id = @account_id
  and (@site_id = '' or issue_marks.site_id::text = @site_id)
  and issue_marks.marked_at > coalesce((select max(imported_at) from crawls where crawls.account_id = issue_marks.account_id and crawls.site_id = issue_marks.site_id), '-infinity')
order by issue_id;

-- name: marks_reopened
-- One row per technical issue marked as fixed before the import of the site's newest crawl, which reopens
-- those it has.
select issue_marks.issue_id::text as issue_id
from issue_marks
where issue_marks.account_id = @account_id
  and (@site_id = '' or issue_marks.site_id::text = @site_id)
  and issue_marks.marked_at <= (select max(imported_at) from crawls where crawls.account_id = issue_marks.account_id and crawls.site_id = issue_marks.site_id)
order by issue_id;
