-- What texts and files quote of pages, and what a proposal for each needs to know. examples.sql and
-- evidence.sql select from it, with their shown_issues: the pages by shown_key, the hash of the URL.
-- uses: gsc_query_pages_current, is_brand, is_for_visitors, language_folder_of, links_current, pages_current
-- uses: technical_issues_current, written_alike
with
    -- The last word of an address, without the ending of a file.
    (address) -> lower(extract(path(address), '([^/]+?)(?:[.][A-Za-z0-9]{1,5})?/?$')) as name_of,

    -- The searches of these pages with most impressions, without the brand.
    searches_of_pages as (
        select searched as demand_page, arraySlice(groupArray(searched_query), 1, 3) as demand_queries
        from (
            select page as searched, query as searched_query, sum(impressions) as demand
            from gsc_query_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date} and {gsc_query_pages_days:UInt16} >= {min_days:UInt16}
              and page in (
                  select page
                  from pages_current
                  where cityHash64(url) in (select shown_key from shown_issues))
            group by searched, searched_query
            having demand >= {min_query_impressions:UInt64} and not is_brand(searched_query)
            order by demand desc, searched_query
        )
        group by demand_page
    ),
    -- How many pages have a heading or title: one that several have names none of them.
    headings_of_site as (
        select arrayJoin([lowerUTF8(coalesce(h1, '')), lowerUTF8(coalesce(second_h1, ''))]) as same_heading, uniqExact(page) as heading_pages
        from pages_current
        where status_code = 200
        group by same_heading
        having same_heading != ''
    ),
    titles_of_site as (
        select lowerUTF8(assumeNotNull(title)) as same_title, uniqExact(page) as title_pages
        from pages_current
        where title != '' and status_code = 200
        group by same_title
    ),
    shown_texts as (
        select
            shown_issues.*,
            pages_current.page as normal_page,
            pages_current.url as shown_url,
            coalesce(title, '') as title_text,
            coalesce(description, '') as description_text,
            coalesce(h1, '') as h1_text,
            coalesce(second_h1, '') as second_h1_text,
            coalesce(canonical, '') as canonical_text,
            coalesce(title_pixels, 0) > 0 as is_measured,
            coalesce(word_count, 0) as words_on_page,
            status_code,
            if(indexability_status = '', 'noindex', indexability_status) as why_hidden,
            if(canonical_page = pages_current.page, '', canonical_page) as canonical_elsewhere
        from pages_current
        inner join shown_issues on shown_key = cityHash64(pages_current.url)
    ),
    details_of_issues as (
        select issue_type as type_of_details, url as url_of_details, any(details) as found_details, any(related_url) as found_related
        from technical_issues_current as technical_issues
        group by issue_type, url
    ),
    -- What is behind the addresses that redirects lead to.
    ends as (
        select
            url as end_url,
            multiIf(
                coalesce(status_code, 0) >= 400, 'broken',
                redirect_url != '', 'redirect',
                not coalesce(indexable, positionCaseInsensitive(concat(coalesce(meta_robots, ''), coalesce(x_robots_tag, '')), 'noindex') = 0), 'hidden',
                queryString(page) != '' and canonical_page != '' and written_alike(canonical_page) != written_alike(page), 'variant',
                '') as end_fault
        from pages_current
        where url in (
              select related_url
              from technical_issues_current as technical_issues
              where issue_type in ('redirect_chain', 'linked_redirect'))
    ),
    -- Pages that link to what is broken, by the address that they link to: /a/ answers where /a redirects.
    linking_pages as (
        select cutFragment(destination) as linked_url, arraySort(groupUniqArray(20)(source)) as linking
        from links_current
        where destination_page in (
              select page
              from technical_issues_current as technical_issues
              where issue_type in ('broken_page', 'server_error', 'redirect_chain', 'linked_redirect', 'linked_canonicalized'))
        group by linked_url
    ),
    -- The addresses of the pages that canonicals name.
    canonical_targets as (
        select page as target_page, argMax(url, coalesce(unique_inlinks, inlinks, 0)) as target_url
        from pages_current
        where status_code = 200
          and page in (
              select canonical_page
              from pages_current
              where cityHash64(url) in (select shown_key from shown_issues))
        group by target_page
    ),
    -- The only page that is called like a broken address: it may have moved there.
    namesakes as (
        select missing_page, any(url) as namesake_url
        from pages_current
        inner join (
            select page as missing_page, name_of(page) as missing_name
            from technical_issues_current as technical_issues
            where issue_type = 'broken_page' and queryString(page) = ''
        ) as missing on missing_name = name_of(pages_current.page)
        where status_code = 200 and redirect_url = '' and coalesce(indexable, true) and is_for_visitors(page) = 0
          and queryString(pages_current.page) = '' -- page 2 of a list, or a variant, replaces nothing
          and match(missing_name, '\\p{L}{4}|\\p{L}{2}.*[0-9]{3}') and missing_name not in ('index', 'default', 'home')
          and language_folder_of(page) = language_folder_of(missing_page)
        group by missing_page
        having uniqExact(page) = 1
    ),
    -- The only page elsewhere that is called like one whose title others share, with another title.
    pages_elsewhere as (
        select copied_page, any(url) as elsewhere_url
        from pages_current
        inner join (
            select page as copied_page, name_of(page) as copied_name, lowerUTF8(coalesce(title, '')) as copied_title, coalesce(word_count, 0) as copied_words
            from pages_current
            where queryString(page) = ''
              and page in (
                  select page
                  from technical_issues_current as technical_issues
                  where issue_type = 'duplicate_title')
        ) as copied on copied_name = name_of(pages_current.page)
        where page != copied_page and status_code = 200 and redirect_url = '' and coalesce(indexable, true) and is_for_visitors(page) = 0
          and queryString(pages_current.page) = '' and copied_name not in ('index', 'default', 'home')
          -- A name of few letters tells little, but with as many words the page is the same.
          and (match(copied_name, '\\p{L}{4}') or match(copied_name, '\\p{L}') and copied_words > 0
              and abs(toInt64(coalesce(word_count, 0)) - toInt64(copied_words)) <= 0.03 * copied_words)
          and language_folder_of(page) = language_folder_of(copied_page)
          and lowerUTF8(coalesce(title, '')) != copied_title
          and lowerUTF8(coalesce(title, '')) in (select same_title from titles_of_site where title_pages <= 3)
        group by copied_page
        having uniqExact(page) = 1
    ),
    -- The page that a broken address ends with: a relative link was read from the wrong folder.
    tails as (
        select broken_page, argMin(url, place) as tail_url
        from pages_current
        inner join (
            select
                page as broken_page,
                splitByChar('/', trimLeft(path(page), '/')) as segments,
                arrayJoin(range(2, length(segments) + 1)) as place,
                concat(substring(page, 1, length(page) - length(path(page))), '/', arrayStringConcat(arraySlice(segments, place), '/')) as tail_page
            from technical_issues_current as technical_issues
            where issue_type = 'broken_page' and queryString(page) = ''
              and (place < length(segments) or match(segments[-1], '^[^.]*\\p{L}{4}[^.]*$'))
        ) as ended on tail_page = pages_current.page
        where status_code = 200 and redirect_url = '' and coalesce(indexable, true)
          -- The page in another language is another page.
          and language_folder_of(tail_page) = language_folder_of(broken_page)
        group by broken_page
    ),
    -- The page above the folder of a version, or its list of versions.
    version_roots as (
        select versioned_page, argMax(url, length(page)) as root_url
        from pages_current
        inner join (
            select
                page as versioned_page,
                concat(substring(page, 1, length(page) - length(path(page))), extract(path(page), '^(.*?/)v?[0-9]+(?:[.][0-9]+)+(?:/|$)')) as above_version,
                arrayJoin([trimRight(above_version, '/'), concat(above_version, 'versions')]) as root_page
            from technical_issues_current as technical_issues
            where issue_type = 'broken_page' and queryString(page) = '' and match(path(page), '/v?[0-9]+([.][0-9]+)+(/|$)')
        ) as versioned on root_page = pages_current.page
        where status_code = 200 and redirect_url = '' and coalesce(indexable, true) and path(page) not in ('', '/')
        group by versioned_page
    ),
    shown as (
        select
            shown_texts.*,
            linking,
            if(shown_texts.issue_type = 'broken_page', tail_url, '') as tail,
            if(shown_texts.issue_type = 'broken_page', if(tail_url != '', tail_url, namesake_url), '') as successor,
            if(shown_texts.issue_type = 'duplicate_title', elsewhere_url, '') as elsewhere,
            if(shown_texts.issue_type = 'broken_page', root_url, '') as versions,
            if(shown_texts.issue_type = 'hidden_page', why_hidden, found_details) as details,
            multiIf(
                shown_texts.issue_type = 'hidden_page', if(target_url != '', target_url, canonical_elsewhere),
                shown_texts.issue_type = 'missing_canonical', cutQueryString(shown_url),
                found_related) as related_url,
            if(shown_texts.issue_type = 'linked_redirect' or shown_texts.issue_type = 'redirect_chain' and ends.end_fault != 'variant', ends.end_fault, '') as end_fault,
            status_code in (302, 303, 307) as is_temporary,
            of_heading.heading_pages as pages_with_heading,
            of_second.heading_pages as pages_with_second,
            of_title.title_pages as pages_with_title,
            -- Other pages that are called what this one's heading would make of it.
            greatest(0, toInt64(named.title_pages) - (lowerUTF8(title_text) = lowerUTF8(h1_text)))
                + greatest(0, toInt64(named_with_ending.title_pages) - (lowerUTF8(title_text) = lowerUTF8(concat(h1_text, {endings:Array(String)}[1])))) as titles_like_heading,
            demand_queries
        from shown_texts
        left join linking_pages on linked_url = shown_texts.shown_url
        left join canonical_targets on target_page = canonical_elsewhere
        left join details_of_issues on type_of_details = shown_texts.issue_type and url_of_details = shown_texts.shown_url
        left join ends on end_url = found_related
        left join namesakes on missing_page = normal_page
        left join pages_elsewhere on copied_page = normal_page
        left join tails on broken_page = normal_page
        left join version_roots on versioned_page = normal_page
        left join searches_of_pages on demand_page = normal_page
        left join headings_of_site as of_heading on of_heading.same_heading = lowerUTF8(h1_text)
        left join headings_of_site as of_second on of_second.same_heading = lowerUTF8(second_h1_text)
        left join titles_of_site as of_title on of_title.same_title = lowerUTF8(title_text)
        left join titles_of_site as named on named.same_title = lowerUTF8(h1_text)
        left join titles_of_site as named_with_ending on named_with_ending.same_title = lowerUTF8(concat(h1_text, {endings:Array(String)}[1]))
    )
select *
from shown
