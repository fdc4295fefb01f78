-- A count of searches plus two standard deviations, as its upper bound.
(lately) -> lately + 2 * sqrt(lately) + 2
