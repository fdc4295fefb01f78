-- Whether one of these parts is a brand term, give or take as many typing mistakes as the term allows.
(parts, terms, allowed) -> arrayExists(
    (term, mistakes) -> arrayExists(
        part -> abs(toInt64(length(part)) - toInt64(length(term))) <= mistakes and damerauLevenshteinDistance(part, term) <= mistakes,
        parts),
    terms, allowed)
