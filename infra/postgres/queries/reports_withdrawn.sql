-- One row: a link that is gone, and whose copy has yet to go.
select token_hash from withdrawn_reports order by token_hash limit @most
