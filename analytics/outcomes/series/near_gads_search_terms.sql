-- One row: a search term in a campaign, parted by a space, that cost about as much. Those that have the words side by side are left out.
select concat(toString(campaign_id), ' ', lowerUTF8(search_term)) as key
from gads_search_terms
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {gads_search_terms_sync_ids:Array(UInt64)}
  and ({words:String} = '' or position(concat(' ', arrayStringConcat(splitByNonAlpha(lowerUTF8(search_term)), ' '), ' '), concat(' ', {words:String}, ' ')) = 0)
  and key not in {excluded:Array(String)}
group by key
having sumIf(cost, isFinite(cost)) > 0
order by abs(log(sumIf(cost, isFinite(cost)) / {amount:Float64})), key
limit {most:UInt64}
