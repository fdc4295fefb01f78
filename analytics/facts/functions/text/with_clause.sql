-- A heading with a clause behind it; '' where there is none, or it is the heading again.
(heading_text, clause) -> if(heading_text = '' or clause = '' or startsWith(lowerUTF8(clause), lowerUTF8(heading_text)), '', concat(heading_text, ': ', clause))
