-- The share of a window's daily searches that remains, if less than half: news and seasons end. Measured by
-- the newest week, or its last three days against the same days a week before.
-- uses: at_most
(seen, days, of_week, days_of_week, of_end, of_end_before) -> multiIf(
    days_of_week > 0 and at_most(of_week) / days_of_week < 0.5 * seen / days, at_most(of_week) / days_of_week / (seen / days),
    at_most(of_end) < 0.5 * of_end_before, least(1, at_most(of_end) / 3 / (seen / days)),
    1)
