select status
from insights
where account_id = @account_id and id = @id
for update
