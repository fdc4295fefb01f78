-- One row: the maximum plausible daily revenue of a landing page, as a multiple of the usual one, if known.
-- uses: ga4_pages_current
select if(countIf(revenue > 0 and isFinite(revenue)) >= {fewest_earning:UInt64}, {times_usual:Float64} * quantileExactIf(0.5)(revenue, revenue > 0 and isFinite(revenue)), {most_revenue:Float64}) as most
from ga4_pages_current
where day between {ga4_from:Date} and {ga4_to:Date}
