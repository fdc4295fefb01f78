-- True if up to three adjacent words of a query are a brand term of the site at an index of {sites}. In
-- grouped queries use any(query), so that it runs once per group instead of once per row.
-- uses: words_of, letters_of, joined_to_next, has_brand_term
(site_place, text) -> not has({not_brand:Array(Array(String))}[site_place], lowerUTF8(text))
    and (has({suspected_brand:Array(Array(String))}[site_place], text)
        or {brand_patterns:Array(String)}[site_place] != '' and match(text, {brand_patterns:Array(String)}[site_place])
        or arrayExists(term -> position(lowerUTF8(text), term) > 0, {brand_inside:Array(Array(String))}[site_place])
        or arrayExists(
            words -> has_brand_term(
                arrayConcat(words, joined_to_next(words, words), joined_to_next(words, joined_to_next(words, words))),
                {brand_letters:Array(Array(String))}[site_place],
                {brand_mistakes:Array(Array(UInt32))}[site_place]),
            [words_of(letters_of(lowerUTF8(text)))]))
