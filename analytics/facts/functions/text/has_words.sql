-- True if the words of a text contain those of a phrase, which are separated by spaces, one after the other.
-- uses: words_of
(text, phrase) -> position(concat(' ', arrayStringConcat(words_of(text), ' '), ' '), concat(' ', phrase, ' ')) > 0
