-- The CTR at a position, for non-brand queries.
-- uses: ctr_table
(place) -> ctr_table[toUInt32(round(20 * (least(greatest(place, 1), 21) - 1))) + 1]
