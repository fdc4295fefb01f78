-- One row: a type of insight of which fixes of the site were measured: of how many it could be told whether they worked, and of how many
-- they did; and what the method assumed of them.
select type,
       count(*)::int as measured,
       (count(*) filter (where worked))::int as worked,
       coalesce(avg(probability_fix), 0.5) as prior,
       0::float8 as rate
from outcomes
where account_id = @account_id and site_id = @site_id and status = 'measured' and worked is not null
group by type
order by type
