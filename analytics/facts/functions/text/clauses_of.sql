-- The complete clauses at the start of a text.
-- uses: start_of
(text, most) -> extract(start_of(text, most), '(?s)^(.*[^ ,;:–—、،，；：]) ?(?:[,;:،] | [–—] |[、，；：])')
