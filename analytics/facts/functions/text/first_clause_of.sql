-- What a text says first.
(text) -> extract(text, '^[^.,;:!?|–—。、，！？]+')
