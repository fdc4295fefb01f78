-- One row: what Search Console counted of a query on a page on a day. The key is the page and the query,
-- parted by a space; or all are one under the key ''.
-- uses: gsc_query_pages_current
select
    if({is_one:Bool}, '', concat(page, ' ', query)) as key,
    day,
    toFloat64(sum(clicks)) as clicks_of_day,
    toFloat64(sum(impressions)) as impressions_of_day,
    if(impressions_of_day > 0, 100 * clicks_of_day / impressions_of_day, null) as click_rate_of_day,
    if(sumIf(impressions, position >= 1) > 0, sumIf(position * impressions, position >= 1) / sumIf(impressions, position >= 1), null) as position_of_day,
    '' as money
from gsc_query_pages_current
where day between {from:Date} and {to:Date}
  and page in (select splitByChar(' ', arrayJoin({keys:Array(String)}))[1])
  and concat(page, ' ', query) in {keys:Array(String)}
group by key, day
