-- Has links be copied again whose copies are not there.
update reports set revision = revision + 1 where token_hash = any(@token_hashes)
