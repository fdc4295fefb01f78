-- One row: the status of the insight, which stays as it is until the transaction ends.
select status
from insights
where account_id = @account_id and id = @id
for update
