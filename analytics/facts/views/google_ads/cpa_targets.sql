-- One row: the target CPA of a site and currency. It is the owner's, else the average of the non-brand
-- campaigns, else their median by spend if CPAs are similar; null if unknown.
-- uses: cpa_campaigns, is_brand_of
select
    of_site,
    of_money,
    sum(won) as won_in_all,
    sum(spent) / won_in_all as average,
    sumIf(spent, counts) / sumIf(won, counts) as average_of_those,
    quantilesExactWeightedIf(0.25, 0.5)(cost_of_one, toUInt64(least(100 * spent, 1e15)), counts) as quarters,
    -- Where half of the money pays several times as much as a quarter does, dear campaigns are not how things
    -- are.
    if(quarters[2] <= {cpa_alike:Float64} * quarters[1], greatest(quarters[2], average_of_those), average_of_those) as usual,
    {told_targets:Array(Float64)}[indexOf({told_sites:Array(UUID)}, of_site)] as told,
    multiIf(told > 0, told, won_in_all = 0, null, usual < {cpa_most_apart:Float64} * average, greatest(average, usual), average) as of_target
from (
    -- A brand's conversions are cheap. Where all names have it in them it says nothing.
    select *, not names_brand or min(names_brand) over (partition by of_site, of_money) as counts
    from (
        select *, is_brand_of(of_site, name) or match(replaceRegexpAll(name, {cpa_not_brand:String}, ''), {cpa_brand:String}) as names_brand
        from cpa_campaigns
    )
)
group by of_site, of_money
