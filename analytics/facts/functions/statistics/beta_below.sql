-- P(rate < limit) for the posterior Beta(a, b), by Simpson's rule with growing steps.
-- uses: beta_from, beta_to, beta_density
(below, a, b) -> greatest(0, least(1, (beta_to(below, a, b) - beta_from(a, b)) / 384 * arraySum(
    step -> multiIf(step in (0, 128), 1, step % 2 = 1, 4, 2) * step / 64
        * beta_density(a, b, beta_from(a, b) + pow(step / 128, 2) * (beta_to(below, a, b) - beta_from(a, b))),
    range(129))))
