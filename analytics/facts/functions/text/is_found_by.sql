-- True if a text contains the search; in quotes, as whole words, which begin anywhere in spaceless scripts.
-- uses: has_words, words_of
(text, searched) -> if(
    match(searched, '^".+"$'),
    has_words(text, arrayStringConcat(words_of(searched), ' '))
        or match(searched, '[\\p{Han}\\p{Hiragana}\\p{Katakana}]') and position(lowerUTF8(text), lowerUTF8(trim(both '"' from searched))) > 0,
    positionCaseInsensitiveUTF8(text, searched) > 0)
