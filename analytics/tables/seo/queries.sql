-- One row: a query for which Google showed a site in the window, against the window before.
-- uses: gsc_queries_current, gsc_query_pages_current, is_brand_of, searches
with
    counted as (
        select
            cityHash64(site_id, query_key) as key,
            any(site_id) as site,
            sumIf(clicks, is_now) as clicks_now,
            sumIf(clicks, not is_now) as clicks_before,
            sumIf(impressions, is_now) as impressions_now,
            sumIf(impressions, not is_now) as impressions_before,
            sumIf(places, is_now) / sumIf(placed, is_now) as place_now,
            sumIf(places, not is_now) / sumIf(placed, not is_now) as place_before
        from (
            select site_id, query, query_key, clicks, impressions, placed, places, true as is_now
            from searches

            union all

            select
                site_id, query, query_key, clicks, impressions,
                if(position >= 1, toUInt64(impressions), 0) as placed,
                if(position >= 1, position * impressions, 0) as places,
                false as is_now
            from gsc_queries_current
            where day between {compared_from:Date} and {compared_to:Date}
        )
        where ({q:String} = '' or positionCaseInsensitiveUTF8(query, {q:String}) > 0)
          and (empty({keys:Array(UInt64)}) or key in {keys:Array(UInt64)})
        group by key -- one number is grouped by in a third of the time
        having impressions_now > 0
    ),
    -- Texts take longer to read than all else: of the rows of a page, they are read of the days on which
    -- these were last seen.
    named as (
        select cityHash64(site_id, query_key) as key, any(site_id) as named_site, any(query) as words
        from gsc_queries_current
        where day between {from:Date} and {to:Date}
          and ({q:String} = '' or positionCaseInsensitiveUTF8(query, {q:String}) > 0)
          and (empty({keys:Array(UInt64)}) or key in {keys:Array(UInt64)} and day in {key_days:Array(Date)})
        group by key
        having {brand:String} = 'all' or is_brand_of(named_site, words) = ({brand:String} = 'brand')
    ),
    picked as (
        select
            key,
            site as site_id,
            words as query,
            ifNotFinite(place_now, null) as position,
            ifNotFinite(place_before - place_now, null) as position_change,
            impressions_now as impressions,
            if(impressions_before > 0, 100 * (impressions_now / impressions_before - 1), null) as impressions_change,
            clicks_now as clicks,
            if(clicks_before > 0, 100 * (clicks_now / clicks_before - 1), null) as clicks_change,
            least(100, 100 * clicks_now / impressions_now) as ctr,
            count() over () as total,
            0 as unsorted
        from counted
        inner join named using (key)
        order by
            {ascending:Identifier} asc nulls last,
            {descending:Identifier} desc nulls last,
            impressions desc,
            query,
            site_id
        limit {limit:UInt32} offset {offset:UInt32}
    ),
    -- The page of a query that people choose most, in the last four weeks of a longer window. It is joined to
    -- what was picked, as the engine runs a step again for each place that reads it.
    pages_of_picked as (
        select
            picked.*,
            address,
            clicks_of_page,
            impressions_of_page
        from (
            select
                cityHash64(site_id, query_key) as key,
                any(page) as address,
                sum(clicks) as clicks_of_page,
                sum(impressions) as impressions_of_page
            from gsc_query_pages_current
            where day between greatest({from:Date}, {to:Date} - 27) and {to:Date}
              and (empty({keys:Array(UInt64)}) or key in {keys:Array(UInt64)})
            group by key, page_key
        ) as shown_pages
        right join picked using (key)
        order by clicks_of_page desc, impressions_of_page desc, address desc
        limit 1 by key
    )
select
    * except (key, address, clicks_of_page, impressions_of_page),
    nullIf(address, '') as page,
    toBool(is_brand_of(site_id, query)) as names_brand
from pages_of_picked
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    impressions desc,
    query,
    site_id
