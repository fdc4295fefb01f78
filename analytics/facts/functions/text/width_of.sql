-- The width of a text in average Latin letters of nine pixels: capitals count more, Chinese, Japanese and
-- Korean letters two.
(text) -> lengthUTF8(text) + 0.3 * length(extractAll(text, '\\p{Lu}')) + length(extractAll(text, '[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}\\x{3000}-\\x{303F}\\x{FF00}-\\x{FF60}]'))
