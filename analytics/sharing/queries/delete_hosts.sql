delete from hosts where token_hash = ?
