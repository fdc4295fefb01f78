-- The words of a text, in lower case.
(text) -> splitByNonAlpha(lowerUTF8(text))
