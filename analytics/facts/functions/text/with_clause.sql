-- A heading with a clause appended; '' without a clause or if it repeats the heading.
(heading_text, clause) -> if(heading_text = '' or clause = '' or startsWith(lowerUTF8(clause), lowerUTF8(heading_text)), '', concat(heading_text, ': ', clause))
