-- One row: a word of the site's name that people use for its brand: searches with it, alone or among others,
-- find the site near the top.
-- uses: gsc_queries_current, words_of
with
    word_rows as (
        select arrayJoin(arrayIntersect(words_of(query), {words:Array(String)})) as own_word, impressions as row_impressions, position as place
        from gsc_queries_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and multiSearchAnyCaseInsensitiveUTF8(query, {words:Array(String)})
    )
select own_word
from word_rows
group by own_word
having sum(place * row_impressions) / sum(row_impressions) <= {max_position:Float64}
order by own_word
