-- Takes the mark of a technical issue back.
delete from issue_marks
where account_id = @account_id and site_id = @site_id and issue_id = @issue_id
