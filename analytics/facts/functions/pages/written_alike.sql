-- An address without what one rule can correct: scheme, www., letter case, trailing slash.
(address) -> lower(concat(domainWithoutWWW(address), trimRight(path(address), '/'), queryString(address)))
