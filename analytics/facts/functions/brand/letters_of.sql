-- A text with one byte a letter, so that an edit distance counts letters; Go's lettersOf does the same to the
-- brand's terms.
(text) -> if(
    length(text) = lengthUTF8(text), text,
    arrayStringConcat(arrayMap(letter -> if(length(letter) = 1, letter, char(128 + CRC32(letter) % 128)), ngrams(text, 1))))
