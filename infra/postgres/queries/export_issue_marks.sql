-- One row: what the owner said of a technical issue, for its owner to keep.
select (to_jsonb(issue_marks) - 'account_id')::text
from issue_marks
where account_id = @account_id
