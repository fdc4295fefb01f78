-- Two to four characters that follow each other in a script without spaces: what phrases are in others.
(text) -> arrayFlatten(arrayMap(
    run -> arrayConcat(ngrams(run, 2), ngrams(run, 3), ngrams(run, 4)),
    extractAll(text, '[\\p{Han}\\p{Hiragana}\\p{Katakana}ー]+')))
