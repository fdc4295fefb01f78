select token_hash, revision from reports
