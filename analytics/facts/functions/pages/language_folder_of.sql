-- The language or country folder that an address begins with, such as en-us; '' without one.
(address) -> extract(lower(path(address)), '^/([a-z]{2}(?:[-_][a-z]{2})?)(?:/|$)')
