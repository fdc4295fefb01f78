-- How wide a text is, in Latin letters of about nine pixels: capitals take more, Chinese, Japanese and Korean
-- twice as much.
(text) -> lengthUTF8(text) + 0.3 * length(extractAll(text, '\\p{Lu}')) + length(extractAll(text, '[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}\\x{3000}-\\x{303F}\\x{FF00}-\\x{FF60}]'))
