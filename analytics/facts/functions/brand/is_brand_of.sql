-- True if a query names the brand of its row's site. For a single site the brand is a constant, which is
-- faster.
-- uses: names_brand_at
(of_site, text) -> names_brand_at(if(length({sites:Array(UUID)}) = 1, 1, indexOf({sites:Array(UUID)}, of_site)), text)
