-- Marks a technical issue as fixed, or moves the mark to now.
insert into issue_marks (account_id, site_id, issue_id, status, marked_at)
values (@account_id, @site_id, @issue_id, 'fixed', @marked_at)
on conflict (account_id, site_id, issue_id) do update set marked_at = excluded.marked_at
