    -- What all tables begin with, behind ground/definitions.sql: the reads that count, of days in the window or in the one it is compared
    -- with.
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
