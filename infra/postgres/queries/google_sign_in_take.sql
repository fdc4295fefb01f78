-- Takes out the sign-in with Google that a state belongs to, so that it counts once; no row when there is none.
delete from google_sign_ins
where state_hash = @state_hash
returning state_hash, account_id::text as account_id, coalesce(site_id::text, '') as site_id, provider, browser_hash, verifier, expires_at
