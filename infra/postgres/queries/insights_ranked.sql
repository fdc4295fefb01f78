-- One row: an insight and its score among all of the account; open and in-progress ones first, then by score, then by f, as
-- the score ends at 100. The formula is that of analytics/scoring/score.go, which gives its constants.
with measures as (
    select * from unnest(@units::text[], @currencies::text[], @floors::float8[], @tops::float8[]) as measures (unit, currency, floor, top)
),
caps as (
    select * from unnest(@sites::uuid[], @caps::float8[]) as caps (site_id, cap)
),
shares as (
    select insights.id, insights.status, @ease::float8[] as ease, (insights.effort + 10) / 20 as effort_class,
           case when insights.value_unit is null
               then least(insights.impact / 100.0::float8, coalesce(caps.cap, @usual_cap::float8))
               else ln(1 + insights.expected_value / coalesce(measures.floor, @least_floor::float8))
                    / ln(1 + coalesce(measures.top, @least_top::float8) / coalesce(measures.floor, @least_floor::float8))
           end as share
    from insights
    left join measures on measures.unit = insights.value_unit and measures.currency = coalesce(insights.value_currency, '')
    left join caps on caps.site_id = insights.site_id
    where insights.account_id = @account_id
      and (@site_id = '' or insights.site_id = nullif(@site_id, '')::uuid)
      and (@status = '' or insights.status = @status)
      and (@type = '' or insights.type = @type)
      and (@query = '' or strpos(lower(insights.title), lower(@query)) > 0 or strpos(lower(insights.summary), lower(@query)) > 0)
      and (@snoozed::boolean is null or coalesce(insights.snoozed_until > @now, false) = @snoozed)
      and (@assignee = '' or insights.assignee = @assignee)
)
select id::text as id,
       floor(100 * least(1, @impact_weight::float8 * share + @ease_weight::float8 * ease[effort_class] * power(least(share, 1), @ease_exponent::float8)) + 0.5)::int as score
from shares
order by (status not in ('open', 'in_progress')), score desc, share desc, id
limit @limit offset @offset
