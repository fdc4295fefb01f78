-- The deepest folder of the site that an address lies in; '' is the root of the main host.
(address) -> arrayLast(
    folder -> folder in {folders:Array(String)},
    arrayMap(
        depth -> arrayStringConcat(arraySlice(splitByChar('/', concat(if(domainWithoutWWW(address) = {main_host:String}, '', domainWithoutWWW(address)), path(address))), 1, depth), '/'),
        range(1, length(splitByChar('/', concat(if(domainWithoutWWW(address) = {main_host:String}, '', domainWithoutWWW(address)), path(address)))) + 1)))
