-- Each word concatenated with the next one, without the space.
(words, pairs) -> arrayMap((word, rest) -> concat(word, rest), words, arrayResize(arrayPopFront(pairs), length(words)))
