-- The first clause of a text.
(text) -> extract(text, '^[^.,;:!?|–—。、，！？]+')
