-- The complete sentences at the start of a text.
-- uses: start_of
(text, most) -> trimBoth(extract(start_of(text, most), '(?s)^(.*(?:[.!?؟](?: |$)|[。！？]))'))
