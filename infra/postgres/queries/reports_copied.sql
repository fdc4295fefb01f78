-- One row: a link of any account that should have a copy, and the revision that the copy should be of.
select token_hash, published from reports where body is not null and published > 0
