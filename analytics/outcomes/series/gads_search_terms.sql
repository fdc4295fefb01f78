-- One row: what ads cost and brought on a day; the key is campaign, space and search term. With words, all
-- terms that have them side by side in the campaign (0: in any) are under the key ''.
-- uses: gads_search_terms_current
select
    if({words:String} = '', concat(toString(campaign_id), ' ', lowerUTF8(search_term)), '') as key,
    day,
    sumIf(cost, isFinite(cost)) as cost_of_day,
    toFloat64(sum(clicks)) as clicks_of_day,
    sumIf(conversions, isFinite(conversions)) as conversions_of_day,
    maxIf(currency, cost != 0) as money
from gads_search_terms_current
where day between {from:Date} and {to:Date}
  and if({words:String} = '',
      key in {keys:Array(String)},
      ({campaign:UInt64} = 0 or campaign_id = {campaign:UInt64})
      and position(concat(' ', arrayStringConcat(splitByNonAlpha(lowerUTF8(search_term)), ' '), ' '), concat(' ', {words:String}, ' ')) > 0)
group by key, day
