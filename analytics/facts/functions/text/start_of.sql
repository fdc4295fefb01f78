-- The start of a text, about as wide as given.
-- uses: width_of
(text, most) -> substringUTF8(text, 1, toUInt64(most * lengthUTF8(text) / greatest(1, width_of(text))))
