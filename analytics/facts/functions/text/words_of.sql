-- The lower-case words of a text.
(text) -> splitByNonAlpha(lowerUTF8(text))
