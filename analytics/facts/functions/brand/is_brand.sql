-- True if a query names the brand of the only site.
-- uses: names_brand_at
(text) -> names_brand_at(1, text)
