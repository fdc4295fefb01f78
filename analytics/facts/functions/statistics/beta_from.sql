-- Where the density of Beta(a, b) begins to be more than next to nothing.
-- uses: beta_deviation
(a, b) -> greatest(0, a / (a + b) - 9 * beta_deviation(a, b))
