-- Each word with the one after it, without the space.
(words, pairs) -> arrayMap((word, rest) -> concat(word, rest), words, arrayResize(arrayPopFront(pairs), length(words)))
