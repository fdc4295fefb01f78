-- One row: a query whose pages compete, with the days on which another leads.
    -- How often another page leads than on the day before.
    turns as (
        select
            key,
            arrayMap(one -> one.2, arraySort(groupArray((seen_on, leader)))) as in_turn,
            count() as active_days,
            arrayCount((now, then) -> now != then, arrayPopFront(in_turn), arrayPopBack(in_turn)) / greatest(1, active_days - 1) as flip_share
        from (
            select
                cityHash64(site_id, query_key) as key,
                day as seen_on,
                argMax(page_key, (impressions, -position, page_key)) as leader
            from gsc_query_pages
            where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
              and day between {from:Date} and {to:Date}
              and sync_id in (select sync from window_reads where of_report = 'gsc_query_pages')
              and (query_key, page_key) in (select of_query_key, of_page_key from competing)
            group by key, seen_on
            having sum(impressions) >= {active_impressions:UInt64}
        )
        group by key
    ),
    judged as (
        select
            *,
            multiIf(
                addresses_without_parameters = 1, 'twins',
                query_shown > 0 and shown_of_pages > (1 + {max_together:Float64}) * query_shown, 'together',
                active_days >= {min_active_days:UInt64} and flip_share >= {min_flips:Float64}, 'turns',
                'shared') as sort_of
        from counted
        left join turns using (key)
    )
select
    site as site_id,
    words as query,
    pages_of_query as competing_pages,
    arrayMap(one -> concat(one.page, ' (', toString(round(one.share)), ' %)'), pages_of_query) as competing_texts,
    best_place as best_position,
    toInt64(shown_in_all) as total_impressions,
    toInt64(clicks_in_all) as total_clicks,
    if(active_days > 1, 100 * flip_share, null) as flips,
    keeps as keep_page,
    sort_of as kind,
    multiIf(
        sort_of = 'twins', concat('Name ', keeps, ' as the canonical of its variants.'),
        sort_of = 'together', 'Nothing: two results of one search are both yours.',
        sort_of = 'turns', concat('Keep ', keeps, ' for this query: redirect the others to it where they have no other use, else let them link to it and speak of something else.'),
        'Watch it: several pages are shown, but one leads day after day.') as recommended_action,
    count() over () as total,
    0 as unsorted
from judged
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    total_impressions desc,
    query,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
