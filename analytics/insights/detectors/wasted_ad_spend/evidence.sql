-- continues: common.sql
-- uses: gads_ad_groups_current
with
    named as (
        select campaign_id as campaign_key, ad_group_id as group_key, argMax(campaign, day) as campaign_name, argMax(ad_group, day) as group_name
        from gads_ad_groups_current
        where day > until - {long:UInt16} and day <= until
        group by campaign_key, group_key
    )
-- One row: a search term of what is wasted, with its figures in the spans that are looked at; without a term,
-- what Google does not tell.
select
    campaign_name,
    group_name,
    search_text as term_searched,
    span as last_days,
    n as clicks_of_term,
    round(spent, 2) as spend_of_term,
    round(won, 2) as conversions_of_term,
    if(won > 0, round(spent / won, 2), null) as cost_per_conversion
from cells
left join named on named.campaign_key = cells.campaign_key and named.group_key = cells.group_key
where span > 0 and (n > 0 or spent > 0)
  and ({campaign_id:String} = '' or toString(cells.campaign_key) = {campaign_id:String})
  and ({ad_group_id:String} = '' or toString(cells.group_key) = {ad_group_id:String})
  and ({term:String} = '' or search_text = {term:String} or has(grams_of(units_of(search_text)), {term:String}))
order by last_days, spend_of_term desc, term_searched, campaign_name, group_name
limit {shown_rows:UInt64}
