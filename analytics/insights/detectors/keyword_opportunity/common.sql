-- Queries and their pages that do worse than they could: within reach of the top of page one, or clicked less
-- than others at the same position. targets.sql picks them, detector.sql says what they are worth.
-- uses: ctr_at
with
    -- The share that an AI overview leaves of the clicks at a position.
    (is_shown, position_then) -> multiIf(
        not is_shown, 1.,
        position_then <= 3, 1 - {overview_first:Float64} + ({overview_first:Float64} - {overview_third:Float64}) * (position_then - 1) / 2,
        least(1, 1 - {overview_third:Float64} + ({overview_third:Float64} - {overview_tenth:Float64}) * (position_then - 3) / 7)) as left_by_overview,
    (is_shown, position_then) -> ctr_at(position_then) * left_by_overview(is_shown, position_then) as rate_at
select *
from system.one
