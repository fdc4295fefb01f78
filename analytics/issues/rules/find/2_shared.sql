    -- One row per text that several pages share: how many, and two of them, so that each page can name
    -- another.
    shared_titles as (
        select cityHash64(lowerUTF8(assumeNotNull(title))) as text_hash, uniqExact(page) as sharing_pages, groupArraySorted(2)(url) as examples
        from crawled
        where is_indexable and title != ''
        group by text_hash
        having sharing_pages > 1
    ),
    shared_descriptions as (
        select cityHash64(lowerUTF8(assumeNotNull(description))) as text_hash, uniqExact(page) as sharing_pages, groupArraySorted(2)(url) as examples
        from crawled
        where is_indexable and description != ''
        group by text_hash
        having sharing_pages > 1
    ),

    shared_h1 as (
        select cityHash64(lowerUTF8(assumeNotNull(h1))) as text_hash, uniqExact(page) as sharing_pages, groupArraySorted(2)(url) as examples
        from crawled
        where is_indexable and h1 != ''
        group by text_hash
        having sharing_pages > 1
    ),

    -- One row per page that answers with and without a trailing slash while no canonical says which address
    -- counts. The form that most pages of the site have stays.
    slash_twins as (
        select
            page as twin_page,
            (select 2 * countIf(ends_with_slash) >= count() from crawled where is_indexable and path(page) != '/' and not match(path(url), '[.][A-Za-z0-9]{2,5}$')) as keeps_slash,
            minIf(url, ends_with_slash = keeps_slash) as kept_url,
            minIf(url, ends_with_slash != keeps_slash) as leaving_url,
            uniqExact(lowerUTF8(coalesce(title, ''))) > 1 as has_two_titles
        from crawled
        where is_page and coalesce(indexable, not is_noindex) and not is_utility and redirect_url = '' and path(page) != '/' and queryString(url) = queryString(page)
          and (canonical = '' or canonical_page = page and endsWith(cutQueryStringAndFragment(canonical), '/') = ends_with_slash)
        group by page
        having uniqExact(ends_with_slash) = 2
    ),

    -- One row per page that a page names as its alternate in another language, both ways known.
    alternates as (
        select
            url as from_url,
            arrayJoin(arrayDistinct(arrayMap(
                value -> cutFragment(value), mapValues(mapFilter((header, value) -> match(header, '(?i)hreflang \\d+ url$'), columns))))) as to_url
        from crawled
        where is_page
    ),
    -- One row per page with an alternate that names others, but not this page.
    unreturned as (
        select named.from_url as page_url, uniqExact(named.to_url) as silent_pages, min(named.to_url) as first_silent
        from alternates as named
        where named.from_url != named.to_url
          and named.to_url in (select from_url from alternates)
          and (named.to_url, named.from_url) not in (select from_url, to_url from alternates)
        group by page_url
    ),

