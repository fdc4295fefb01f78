-- Whether a query names the brand of its row's site. That of one site is a constant, which takes less time.
-- uses: names_brand_at
(of_site, text) -> names_brand_at(if(length({sites:Array(UUID)}) = 1, 1, indexOf({sites:Array(UUID)}, of_site)), text)
