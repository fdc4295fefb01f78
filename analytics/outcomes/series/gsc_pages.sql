-- One row: what Search Console counted of a page on a day; with a pattern, of all pages whose host and path
-- match it, under the key ''.
-- uses: gsc_pages_current
select
    if({pattern:String} = '', page, '') as key,
    day,
    toFloat64(sum(clicks)) as clicks_of_day,
    toFloat64(sum(impressions)) as impressions_of_day,
    if(impressions_of_day > 0, 100 * clicks_of_day / impressions_of_day, null) as click_rate_of_day,
    if(sumIf(impressions, position >= 1) > 0, sumIf(position * impressions, position >= 1) / sumIf(impressions, position >= 1), null) as position_of_day,
    '' as money
from gsc_pages_current
where day between {from:Date} and {to:Date}
  and if({pattern:String} = '', page in {keys:Array(String)}, match(concat(domainWithoutWWW(page), path(page)), {pattern:String}))
group by key, day
