-- One row: the most that a landing page can bring on a day to be believed: so many times what is usual, where that is known.
-- uses: ga4_pages_current
select if(countIf(revenue > 0 and isFinite(revenue)) >= {fewest_earning:UInt64}, {times_usual:Float64} * quantileExactIf(0.5)(revenue, revenue > 0 and isFinite(revenue)), {most_revenue:Float64}) as most
from ga4_pages_current
where day between {ga4_from:Date} and {ga4_to:Date}
