-- One row: an opportunity, with its evidence, for its owner to keep.
select (to_jsonb(insights) - array['account_id', 'claim', 'claim_query'])::text
from insights
where account_id = @account_id
