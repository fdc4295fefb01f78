-- Queries and their pages that do worse than they could: within reach of the top of page one, or clicked less
-- than others at the same position. targets.sql picks them, detector.sql says what they are worth. The share
-- that an AI overview leaves of the clicks at a position.
-- uses: ctr_at, words_of
with
    (is_shown, position_then) -> multiIf(
        not is_shown, 1.,
        position_then <= 3, 1 - {overview_first:Float64} + ({overview_first:Float64} - {overview_third:Float64}) * (position_then - 1) / 2,
        least(1, 1 - {overview_third:Float64} + ({overview_third:Float64} - {overview_tenth:Float64}) * (position_then - 3) / 7)) as left_by_overview,
    (is_shown, position_then) -> ctr_at(position_then) * left_by_overview(is_shown, position_then) as rate_at,
    -- The words of a text without their endings and without those that say nothing, and whether two queries
    -- of a page ask the same: one has all words of the other, or they share more than half of theirs.
    (text) -> arrayDistinct(arrayFilter(
        stem -> stem != '',
        arrayMap(
            word -> multiIf(match(word, {empty_words:String}), '', lengthUTF8(word) > 3, replaceRegexpOne(word, '(e?s|e)$', ''), word),
            words_of(text)))) as stems_of,
    (some, others) -> notEmpty(some) and notEmpty(others) and (
        hasAll(some, others) or hasAll(others, some)
        or 2 * length(arrayIntersect(some, others)) > greatest(length(some), length(others))) as asks_the_same
select *
from system.one
