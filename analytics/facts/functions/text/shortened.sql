-- A text cut to a width: after its last sentence, else clause, else word, if that uses half of the width.
-- uses: width_of, start_of, sentences_of, clauses_of
(text, most) -> multiIf(
    width_of(text) <= most, text,
    width_of(sentences_of(text, most)) >= most / 2, sentences_of(text, most),
    width_of(clauses_of(text, most)) >= most / 2, concat(clauses_of(text, most), if(match(text, '[\\p{Han}\\p{Hiragana}\\p{Katakana}]'), '。', '.')),
    concat(replaceRegexpOne(start_of(text, most), '[ ,;:.|–—-]+[^ ]*$', ''), '…'))
