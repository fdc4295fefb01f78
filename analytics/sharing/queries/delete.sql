delete from reports where token_hash = ?
