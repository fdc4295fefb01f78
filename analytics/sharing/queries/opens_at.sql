select exists (select 1 from hosts where token_hash = ? and host = ?)
