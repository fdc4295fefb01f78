-- A count of searches with two standard deviations more, which chance leaves open.
(lately) -> lately + 2 * sqrt(lately) + 2
