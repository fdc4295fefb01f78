select revision from reports where token_hash = ?
