-- The density of Beta(a, b) at a point; a and b are at least 1, so it has no poles.
(a, b, place) -> exp(
    (a - 1) * log(greatest(place, 1e-15)) + (b - 1) * log(greatest(1 - place, 1e-15)) + lgamma(a + b) - lgamma(a) - lgamma(b))
