-- Lower bound of integration: below it the density of Beta(a, b) is negligible.
-- uses: beta_deviation
(a, b) -> greatest(0, a / (a + b) - 9 * beta_deviation(a, b))
