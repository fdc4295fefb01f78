select header, field
from header_meanings
where account_id = @account_id
