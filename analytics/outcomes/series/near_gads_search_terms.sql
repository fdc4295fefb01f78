-- One row: a search term in a campaign, parted by a space, that cost about as much. Those that have the words
-- side by side are left out.
-- uses: gads_search_terms_current
select concat(toString(campaign_id), ' ', lowerUTF8(search_term)) as key
from gads_search_terms_current
where day between {from:Date} and {to:Date}
  and ({words:String} = '' or position(concat(' ', arrayStringConcat(splitByNonAlpha(lowerUTF8(search_term)), ' '), ' '), concat(' ', {words:String}, ' ')) = 0)
  and key not in {excluded:Array(String)}
group by key
having sumIf(cost, isFinite(cost)) > 0
order by abs(log(sumIf(cost, isFinite(cost)) / {amount:Float64})), key
limit {most:UInt64}
