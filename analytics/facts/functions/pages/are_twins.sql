-- Whether two addresses are of one page: with other parameters, or for another country or language.
(one, other) -> replaceRegexpOne(cutQueryString(one), '^(https?://[^/]+)/(?:[a-z]{2}(?:[-_][a-zA-Z]{2})?)(?:/|$)', '\\1/')
    = replaceRegexpOne(cutQueryString(other), '^(https?://[^/]+)/(?:[a-z]{2}(?:[-_][a-zA-Z]{2})?)(?:/|$)', '\\1/')
