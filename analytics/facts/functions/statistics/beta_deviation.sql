-- The standard deviation of Beta(a, b).
(a, b) -> sqrt(a * b / (a + b + 1)) / (a + b)
