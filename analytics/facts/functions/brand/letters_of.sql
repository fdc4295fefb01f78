-- A text with one byte per letter, so that edit distances count letters; lettersOf in Go does the same to the
-- brand terms.
(text) -> if(
    length(text) = lengthUTF8(text), text,
    arrayStringConcat(arrayMap(letter -> if(length(letter) = 1, letter, char(128 + CRC32(letter) % 128)), ngrams(text, 1))))
