-- One row: a candidate of detector.sql, with what its texts quote of the pages that it shows, in their order.
-- continues: shown.sql
-- uses: named_path_of
with
    shown_issues as (
        select
            page_shown.1 as candidate,
            page_shown.2 as place,
            page_shown.3 as shown_key,
            page_shown.4 as issue_type,
            page_shown.5 as links_said,
            page_shown.6 as is_in_menu,
            page_shown.7 as issues_of_text
        from (
            select arrayJoin(arrayZip(
                {shown_of:Array(UInt64)}, arrayEnumerate({shown_of:Array(UInt64)}), {shown_keys:Array(UInt64)}, {shown_issue_types:Array(String)},
                {shown_links:Array(UInt64)}, {shown_in_menu:Array(UInt64)}, {shown_issues_of_text:Array(UInt64)})) as page_shown
        )
    )
select
    candidate,
    if(any(issue_type) like 'duplicate_%', leftUTF8(argMax(if(issue_type = 'duplicate_description', description_text, title_text), issues_of_text), 200), '') as most_shared_text,
    arraySort(groupArray((
        place,
        map(
            'url', shown_url, 'issue', issue_type, 'details', details, 'related', related_url, 'end', end_fault, 'temporary', if(is_temporary, '1', ''), 'successor', successor, 'tail', tail, 'elsewhere', elsewhere, 'versions', versions,
            'title', title_text, 'description', description_text, 'heading', h1_text, 'second_heading', second_h1_text,
            'measured', if(is_measured, '1', ''), 'queries', arrayStringConcat(demand_queries, '\n'),
            'pages_with_heading', toString(pages_with_heading), 'pages_with_second', toString(pages_with_second),
            'pages_with_title', toString(pages_with_title), 'titles_like_heading', toString(titles_like_heading),
            'links', if(links_said > 0, toString(links_said), ''), 'menu', if(is_in_menu > 0, '1', ''), 'words', toString(words_on_page),
            'canonical', canonical_text, 'sources', arrayStringConcat(linking, ' '),
            'from', arrayStringConcat(arrayMap(from_page -> named_path_of(from_page), arraySlice(linking, 1, 3)), ' '))))).2 as examples
from shown
group by candidate
