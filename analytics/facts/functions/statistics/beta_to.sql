-- Upper bound of integration of the density of Beta(a, b) below a limit.
-- uses: beta_deviation
(below, a, b) -> least(below, 1, a / (a + b) + 14 * beta_deviation(a, b))
