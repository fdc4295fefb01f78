-- True if a text contains what is searched for; in quotes, as whole words, which in scripts without spaces begin anywhere.
-- uses: has_words, words_of
(text, searched) -> if(
    match(searched, '^".+"$'),
    has_words(text, arrayStringConcat(words_of(searched), ' '))
        or match(searched, '[\\p{Han}\\p{Hiragana}\\p{Katakana}]') and position(lowerUTF8(text), lowerUTF8(trim(both '"' from searched))) > 0,
    positionCaseInsensitiveUTF8(text, searched) > 0)
