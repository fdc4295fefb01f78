-- One row: whose credentials are kept; without the credentials, for its owner to keep.
select jsonb_build_object('id', id, 'kind', kind, 'label', label, 'revoked', revoked, 'created_at', created_at)::text
from credentials
where account_id = @account_id
order by id
