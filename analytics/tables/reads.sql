-- What all tables have at hand, beside facts/definitions.sql: blocks parted by empty lines, of which each query gets those that it uses.
with
    -- The reads that count, of days in the window or in the one it is compared with. Where they are few, they take the place of
    -- (select sync from window_reads where of_report = '…') as a parameter: the engine plans each such step for as long as it reads a small site.
    window_reads as (
        select site_id as of_site, report as of_report, day as of_day, sync_id as sync
        from current_days final
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and report in {read_reports:Array(String)}
          and (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
    ),

    -- Of what is taken as a whole, as of a day: the newest read; where that is what the table is about, up to the end of the window.
    newest_reads as (
        select report as of_report, connection_id as of_connection, argMax(sync_id, day) as sync, max(day) as read_day
        from current_days final
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and report in {read_reports:Array(String)}
          and report in ('gads_criteria', 'semrush_positions', 'semrush_competitors')
          and (day <= {to:Date} or report not in {reports:Array(String)})
        group by of_report, of_connection
    ),

    -- The searches of the window in rows that add up: of whole months where those were added up, else of days.
    searches as (
        select
            site_id,
            query,
            query_key,
            day as last_day,
            toUInt64(clicks) as clicks,
            toUInt64(impressions) as impressions,
            if(position >= 1, toUInt64(impressions), 0) as placed, -- no place is better than 1: what Google reports as 0 is unknown
            if(position >= 1, position * impressions, 0) as places
        from gsc_queries
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date} and (day < {months_from:Date} or day > {months_to:Date})
          and sync_id in (select sync from window_reads where of_report = 'gsc_queries')
        union all
        select site_id, query, query_key, last_day, clicks, impressions, placed, places
        from gsc_query_months
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and month between {months_from:Date} and {months_to:Date}
          and sync_id in {months:Array(UInt64)}
    ),

    -- Likewise, by page.
    page_searches as (
        select
            site_id,
            query,
            query_key,
            page,
            page_key,
            day as last_day,
            toUInt64(clicks) as clicks,
            toUInt64(impressions) as impressions,
            if(position >= 1, toUInt64(impressions), 0) as placed,
            if(position >= 1, position * impressions, 0) as places,
            if(position >= 1, toUInt64(least(clicks, impressions)), 0) as placed_clicks
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date} and (day < {months_from:Date} or day > {months_to:Date})
          and sync_id in (select sync from window_reads where of_report = 'gsc_query_pages')
        union all
        select site_id, query, query_key, page, page_key, last_day, clicks, impressions, placed, places, placed_clicks
        from gsc_query_page_months
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and month between {months_from:Date} and {months_to:Date}
          and sync_id in {months:Array(UInt64)}
    ),
