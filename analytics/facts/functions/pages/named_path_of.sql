-- The path of an address, behind its host where that is not the main one: what texts name a page by.
(address) -> concat(if(domainWithoutWWW(address) = {main_host:String}, '', domainWithoutWWW(address)), path(address))
