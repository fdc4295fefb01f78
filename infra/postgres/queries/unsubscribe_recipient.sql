-- One row: whose mails a link of a mail is about, and whether they want them.
select tokens.account_id::text as account_id, tokens.recipient, accounts.brand_name as agency,
       exists (select from report_unsubscribes as off where off.account_id = tokens.account_id and off.recipient = lower(tokens.recipient)) as unsubscribed
from report_unsubscribe_tokens as tokens
join accounts on accounts.id = tokens.account_id
where token_hash = @token_hash
