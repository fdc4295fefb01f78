-- The template of a page by its address: the pattern of the pages of its folder, such as /products/*, and /*
-- at the root of a site.
(address) -> concat(arrayStringConcat(arrayMap(part -> concat('/', part), arrayPopBack(arrayFilter(part -> part != '', splitByChar('/', path(address)))))), '/*')
