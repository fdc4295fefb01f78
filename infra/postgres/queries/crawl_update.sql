-- Gives what another file brought to a crawl that is there.
update crawls
set import_id = @import_id, links_import_id = nullif(@links_import_id, '')::uuid, pages = @pages, links = @links, issues = @issues,
    issues_by_severity = @issues_by_severity, new_issues = @new_issues, still_there_issues = @still_there_issues, gone_issues = @gone_issues,
    judged = @judged, crawled_at = @crawled_at
where account_id = @account_id and id = @id
returning id::text as id
