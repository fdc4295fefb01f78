-- The pages of tasks that targets.sql has picked, with what links to them can say and pages to link from.
-- uses: is_made_address, is_stop_word, links_current, names_navigation
with
    -- One row per page that targets.sql has picked, with its place in the site and its texts.
    target_ranks as (
        select *
        from ranks
        where page_key in (select cityHash64(arrayJoin({targets:Array(String)})))
    ),
    targets as (
        select
            page_key as target_key,
            page as target_page,
            url as target_url,
            coalesce(title, '') as title_text,
            coalesce(h1, '') as h1_text,
            word_count as target_words,
            rank as target_rank,
            depth as target_depth,
            followed_inlinks = 0 as is_orphan,
            extract(page, '^[a-z]+://[^/?]+') as origin,
            splitByChar('/', path(page)) as parts,
            cityHash64(extract(page, '^([^?]*)/')) as directory_key
        from pages_current as pages
        inner join target_ranks on target_ranks.page_key = cityHash64(pages.page)
        where page in {targets:Array(String)}
          and coalesce(status_code, 200) = 200
        limit 1 by target_key
    ),

    -- What a link to a target can say: its heading, unless others have it too, or its title without the
    -- site's name, or its address.
    title_endings as (
        select extract(coalesce(title, ''), ' [|–—·•-] [^|–—·•]{2,40}$') as title_ending
        from pages_current as pages
        where coalesce(status_code, 200) = 200
        group by title_ending
        having title_ending != '' and count() >= {ending_share:Float64} * (select pages_in_all from site_size)
        order by count() desc, title_ending
        limit 1
    ),
    common_headings as (
        select lowerUTF8(coalesce(h1, '')) as heading
        from pages_current as pages
        where heading in (select lowerUTF8(h1_text) from targets)
        group by heading
        having uniqExact(page) > 1
    ),
    anchors as (
        select
            *,
            coalesce((select any(title_ending) from title_endings), '') as ending,
            if(ending != '' and endsWith(title_text, ending), substringUTF8(title_text, 1, lengthUTF8(title_text) - lengthUTF8(ending)), title_text) as own_title,
            trimBoth(replaceRegexpAll(decodeURLComponent(arrayLast(part -> part != '', parts)), '\\.[a-z]{3,4}$|[-_+ ]+', ' ')) as address_words,
            multiIf(
                h1_text != '' and not names_navigation(h1_text) and lowerUTF8(h1_text) not in (select heading from common_headings), h1_text,
                own_title != '' and not names_navigation(own_title), own_title,
                address_words) as anchor_words,
            if(
                lengthUTF8(anchor_words) <= {max_anchor:UInt64},
                anchor_words,
                replaceRegexpOne(substringUTF8(anchor_words, 1, {max_anchor:UInt64}), '[ ,;:.|–—-]+[^ ]*$', '')) as anchor
        from targets
    ),

    -- One row per target and word of its title or heading, and one per page and such a word that few pages
    -- have.
    words_of_targets as (
        select *, arrayJoin(arrayFilter(
                word_of_target -> not is_stop_word(word_of_target),
                arrayDistinct(extractAll(lowerUTF8(concat(title_text, ' ', h1_text)), '[\\p{L}\\p{N}]{3,}')))) as word
        from targets
    ),
    words_of_pages as (
        select
            cityHash64(page) as source_key,
            arrayJoin(arrayFilter(
                word_of_page -> word_of_page in (select word from words_of_targets),
                arrayDistinct(extractAll(lowerUTF8(concat(coalesce(title, ''), ' ', coalesce(h1, ''))), '[\\p{L}\\p{N}]{3,}')))) as word
        from pages_current as pages
        where coalesce(status_code, 200) = 200
    ),
    telling_words as (
        select word
        from words_of_pages
        group by word
        having uniq(source_key) <= least(
            greatest({max_word_share:Float64} * (select pages_in_all from site_size), {min_word_pages:Float64}),
            {max_word_pages:Float64})
    ),

    -- One row per target and page related to it, each for one reason.
    relatives as (
        select
            target_key,
            source_key,
            any(is_orphan) as for_orphan,
            any(target_rank) as least_rank,
            any(target_depth) as depth_of_target,
            groupUniqArray(word) as shared_words,
            false as is_overview,
            false as is_sibling
        from words_of_pages
        inner join words_of_targets using (word)
        where word in (select word from telling_words)
        group by target_key, source_key
        having count() >= {min_shared_words:UInt64}

        union all

        -- The pages above it, but not the home page, which is above all.
        select
            target_key,
            arrayJoin(arrayMap(level -> cityHash64(concat(origin, arrayStringConcat(arraySlice(parts, 1, level), '/'))), range(2, length(parts)))),
            is_orphan,
            target_rank,
            target_depth,
            [],
            true,
            false
        from targets

        union all

        select
            target_key,
            page_key,
            is_orphan,
            target_rank,
            target_depth,
            [],
            false,
            true
        from targets
        inner join (
            select
                page_key,
                directory_key
            from ranks
            inner join (
                select cityHash64(page) as key_of_page, cityHash64(extract(page, '^([^?]*)/')) as directory_key
                from pages_current as pages
                where length(splitByChar('/', path(page))) > 2
                  and directory_key in (select directory_key from targets)
            ) as neighbors on key_of_page = page_key
            order by rank desc, page_key
            limit {siblings:UInt64} by directory_key
        ) as siblings using (directory_key)
    ),
    redirects_to_targets as (
        select page as redirecting, any(redirect_page) as redirect_target
        from pages_current as pages
        where redirect_page in {targets:Array(String)} and redirect_page != page
        group by redirecting
    ),
    -- A page that links to a redirect links to where that leads.
    linked_already as (
        select
            cityHash64(if(redirect_target != '', redirect_target, destination_page)) as linked_target,
            cityHash64(source_page) as linked_source
        from links_current
        left join redirects_to_targets on redirecting = destination_page
        where destination_page in {targets:Array(String)}
           or destination_page in (select redirecting from redirects_to_targets)
    ),
    -- The best pages to link from: visited, with links at least as strong, not linking there. Where links are
    -- unknown, depth tells: whoever links to a page is at most one click nearer the home page.
    sources as (
        select
            target_key,
            source_key,
            groupUniqArrayArray(shared_words) as words,
            max(is_overview) as above,
            max(is_sibling) as beside,
            any(rank) as source_rank,
            any(percentile) as percentile_of_source,
            2 * above + beside + length(words) as nearness,
            multiIf(
                above, 'it is the overview of that section',
                empty(words), 'it is in the same section',
                concat('both are about ', arrayStringConcat(arraySlice(arraySort(words), 1, 3), ', '))) as why
        from ranks
        inner join relatives on relatives.source_key = ranks.page_key
        where source_key != target_key
          and (followed_inlinks > 0 or depth = 0)
          and coalesce(rank >= least_rank, true)
          and coalesce(depth, 0) < {min_depth:UInt32}
          and (for_orphan or depth + 1 < depth_of_target)
          and (target_key, source_key) not in (select linked_target, linked_source from linked_already)
        group by target_key, source_key
        order by nearness desc, source_rank desc, source_key
        limit {sources:UInt64} by target_key
    ),
    named_sources as (
        select
            sources.*,
            url as source_url,
            coalesce(title, '') as source_title
        from pages_current as pages
        inner join sources on sources.source_key = cityHash64(pages.page)
        where coalesce(status_code, 200) = 200 and not is_made_address(page)
        limit 1 by target_key, source_key
    ),

    -- One row per target and page to link from, the best first; the page is '' when none was found.
    shown as (
        select
            anchors.target_key as shown_key,
            target_page,
            target_url,
            title_text,
            target_words,
            target_depth,
            is_orphan,
            anchor,
            source_url,
            source_title,
            percentile_of_source,
            why,
            row_number() over (partition by shown_key order by nearness desc, source_rank desc, source_url) as place
        from anchors
        left join named_sources on named_sources.target_key = anchors.target_key
    )
select *
from shown
