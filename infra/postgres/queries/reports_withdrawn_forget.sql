-- Forgets links whose copies are gone.
delete from withdrawn_reports where token_hash = any(@token_hashes)
