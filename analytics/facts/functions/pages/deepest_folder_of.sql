-- The deepest folder of the site that an address lies in; '' is the root of the main host.
-- uses: named_path_of
(address) -> arrayLast(
    folder -> folder in {folders:Array(String)},
    arrayMap(
        depth -> arrayStringConcat(arraySlice(splitByChar('/', named_path_of(address)), 1, depth), '/'),
        range(1, length(splitByChar('/', named_path_of(address))) + 1)))
