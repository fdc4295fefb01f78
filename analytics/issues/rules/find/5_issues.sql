    -- At most one row: what is broken of the links to other sites. It stands on the home page.
    broken_outlinks as (
        select
            count() as broken_addresses,
            min(url) as first_broken,
            ('broken_outlinks', true, concat(toString(broken_addresses), if(broken_addresses = 1, ' outgoing link answers', ' outgoing links answer'), ' 404 or 410, such as ', first_broken, '; 401, 403 and 429 are not counted'), first_broken) as fault
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}
          and not own and status_code in (404, 410) and coalesce(unique_inlinks, inlinks, 1) > 0
        having broken_addresses > 0
    ),
    -- At most one row: no page names a canonical, in the page or a header. Filtered lists can't show that.
    no_canonicals as (
        select ('no_canonicals', true, concat(toString(uniqExactIf(page, is_indexable and listed_in = [])), ' indexable pages, none with a canonical'), '') as fault
        from crawled
        where is_page
        having uniqExactIf(page, is_indexable and listed_in = []) >= 20
           and countIf(canonical is null or canonical != '' or mapExists((name, value) -> positionCaseInsensitive(name, 'canonical') > 0 and value != '', columns)) = 0
    ),
    all_faults as (
        select page, url, fault
        from faults
        union all
        select home.page, home.url, of_site.fault
        from (select fault from broken_outlinks union all select fault from no_canonicals) as of_site
        cross join (select page, url from crawled order by length(page), page, url limit 1) as home
    )
select
    {account_id:UUID},
    {site_id:UUID},
    {import_id:UUID},
    reinterpretAsUUID(MD5(concat(toString({site_id:UUID}), '\n', page, '\n', fault.1))),
    fault.1,
    rules.words,
    rules.severity,
    left(lower(hex(MD5(page))), 16),
    page,
    url,
    fault.3,
    fault.4,
    {imported_at:DateTime64(3, 'UTC')}
from all_faults
inner join rules on rules.issue_type = fault.1
order by page, fault.1, url in (select leaving_url from slash_twins), url
limit 1 by page, fault.1
