-- Keeps what headers were said to mean; one that was said to mean nothing is not remembered.
insert into header_meanings (account_id, header, field, said_at)
select @account_id, lower(said.key), min(said.value), @said_at
from jsonb_each_text(@mapping) as said
where said.value <> ''
group by lower(said.key)
on conflict (account_id, header) do update set field = excluded.field, said_at = excluded.said_at
