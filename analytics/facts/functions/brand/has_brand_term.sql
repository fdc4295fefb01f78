-- True if one of the parts is a brand term, within the number of typos allowed for the term.
(parts, terms, allowed) -> arrayExists(
    (term, mistakes) -> arrayExists(
        part -> abs(toInt64(length(part)) - toInt64(length(term))) <= mistakes and damerauLevenshteinDistance(part, term) <= mistakes,
        parts),
    terms, allowed)
