    faults as (
        select
            page,
            url,
            lengthUTF8(title) as title_characters,
            nullIf(title_pixels, 0) as title_width,
            lengthUTF8(description) as description_characters,
            nullIf(description_pixels, 0) as description_width,
            concat(toString(title_characters), ' characters', coalesce(concat(', ', toString(title_width), ' px'), '')) as title_size,
            concat(toString(description_characters), ' characters', coalesce(concat(', ', toString(description_width), ' px'), '')) as description_size,
            concat('Returns ', toString(status_code)) as answer,
            concat(toString(known_links), if(known_links = 1, ' internal link', ' internal links')) as linked,
            if(shared_titles.examples[1] = url, shared_titles.examples[2], shared_titles.examples[1]) as title_twin,
            if(shared_h1.examples[1] = url, shared_h1.examples[2], shared_h1.examples[1]) as h1_twin,
            if(shared_descriptions.examples[1] = url, shared_descriptions.examples[2], shared_descriptions.examples[1]) as description_twin,
            columns['URL Not Returning Link'] as listed_silent,
            -- (issue type, does it apply, details, related URL)
            arrayJoin(arrayFilter(rule -> coalesce(rule.2, false), [
                ('server_error', status_code between 500 and 599, concat(answer, coalesce(concat('; ', linked), '')), ''),
                -- With 401, 403, 407 and 429 the server refuses the crawler: the page may be there.
                ('broken_page', status_code between 400 and 499 and status_code not in (401, 403, 407, 429) and known_inlinks > 0 and not startsWith(path(page), '/cdn-cgi/'),
                    concat(answer, '; ', linked), ''),
                ('forbidden_page', status_code in (401, 403) and known_inlinks > 0 and not is_utility, concat(answer, ' to the crawler; ', linked), ''),
                ('linked_redirect', redirect_to != '' and known_inlinks > 0 and chain_hops <= 1 and not is_loop and not is_utility and not is_utility_address(redirect_to),
                    concat(if(coalesce(status_code between 300 and 399, false), answer, 'Redirects'), '; ', linked, if(chain_url != '', concat('; a later redirect of the chain from ', chain_url), '')),
                    if(chain_end != '', chain_end, redirect_to)),
                ('canonical_to_broken_page', is_page and canonical_page != page and is_broken,
                    concat('The canonical answers ', toString(target_status), ': ', canonical_page), canonical_page),
                ('canonical_to_noindex', is_page and canonical_page != page and is_hidden,
                    concat('The canonical is not to be indexed: ', canonical_page), canonical_page),
                ('canonical_to_redirect', is_page and canonical_page != page and is_redirect and good_end != '' and named_instead in ('', canonical_page) and domainWithoutWWW(good_end) = domainWithoutWWW(page),
                    concat('The canonical "', canonical_page, '" redirects to ', target_leads_to), target_leads_to),
                ('canonical_chain', is_page and canonical_hops > 1 and not is_utility,
                    concat('The canonical "', canonical_page, '" names another page as its own: ', end_url), end_url),
                -- Only of the same page: visitors want the links to a variant or a part of a list.
                ('linked_canonicalized', is_page and canonical_hops >= 1 and known_inlinks >= 5 and not is_utility and queryString(url) = '' and title != '' and title = end_title,
                    concat('Its canonical leads to ', end_url, '; ', linked), end_url),
                ('redirect_chain', chain_hops > 1 and not is_loop and not is_utility and not is_utility_address(chain_end), concat(if(chain_hops = 10, 'At least ', ''), toString(chain_hops), ' redirects before ', chain_end), chain_end),
                ('redirect_loop', is_loop, concat('Comes back to ', chain_end, ' after ', toString(chain_hops), if(chain_hops = 1, ' redirect', ' redirects')), chain_end),
                ('slash_twins', url = leaving_url, concat('Answers at ', kept_url, ' too', if(has_two_titles, ', with another title', '')), kept_url),
                ('missing_title', is_indexable and title = '', 'No title', ''),
                ('duplicate_title', is_indexable and shared_titles.sharing_pages > 1,
                    concat('Same title as ', toString(shared_titles.sharing_pages - 1), if(shared_titles.sharing_pages = 2, ' other page: ', ' other pages, e.g. '), title_twin), title_twin),
                -- By pixels where they are known (Google cuts a title at 561, a description at 985), else
                -- characters.
                ('long_title', is_indexable and title != '' and if(title_width is null, title_characters > 60, title_width > 561), title_size, ''),
                ('short_title', is_indexable and title != '' and if(title_width is null, title_characters < 30, title_width < 200), title_size, ''),
                ('missing_description', is_indexable and description = '', 'No meta description', ''),
                ('duplicate_description', is_indexable and shared_descriptions.sharing_pages > 1,
                    concat('Same description as ', toString(shared_descriptions.sharing_pages - 1), if(shared_descriptions.sharing_pages = 2, ' other page: ', ' other pages, e.g. '), description_twin), description_twin),
                ('long_description', is_indexable and description != '' and if(description_width is null, description_characters > 155, description_width > 985), description_size, ''),
                ('short_description', is_indexable and description != '' and if(description_width is null, description_characters < 70, description_width < 400), description_size, ''),
                ('missing_h1', is_indexable and h1 = '' and coalesce(second_h1, '') = '', 'No H1', ''),
                ('empty_h1', is_indexable and h1 = '' and second_h1 != '', concat('The first H1 is empty, the second is "', coalesce(second_h1, ''), '"'), ''),
                ('several_h1', is_indexable and h1 != '' and (h1_count > 1 or second_h1 != ''),
                    concat(coalesce(concat(toString(h1_count), ' H1 headings, '), ''), 'the second is "', coalesce(second_h1, ''), '"'), ''),
                ('duplicate_h1', is_indexable and shared_h1.sharing_pages > 1,
                    concat('Same H1 as ', toString(shared_h1.sharing_pages - 1), if(shared_h1.sharing_pages = 2, ' other page: ', ' other pages, e.g. '), h1_twin), h1_twin),
                ('repeated_suffix', is_indexable and title_end != '' and endsWith(assumeNotNull(title), concat(title_end, title_end)),
                    concat('Ends with "', trimBoth(title_end), '" twice'), ''),
                ('missing_return_link', is_indexable and (silent_pages > 0 or has(listed_in, 'Hreflang: Missing Return Links')),
                    multiIf(silent_pages > 0, concat(toString(silent_pages), if(silent_pages = 1, ' alternate does', ' alternates do'), ' not link back: ', first_silent),
                        listed_silent != '', concat('An alternate does not link back: ', listed_silent), 'Its alternates do not link back'),
                    if(silent_pages > 0, first_silent, listed_silent)),
                ('images_without_alt', is_indexable and images_without_alt > 0,
                    concat(toString(images_without_alt), if(images_without_alt = 1, ' image', ' images'), ' without alt text'), '')
            ])) as fault
        from crawled
        left join shared_titles on shared_titles.text_hash = cityHash64(lowerUTF8(coalesce(title, '')))
        left join shared_descriptions on shared_descriptions.text_hash = cityHash64(lowerUTF8(coalesce(description, '')))
        left join canonical_targets on canonical_targets.target_page = crawled.canonical_page
        left join canonical_ends on canonical_ends.good_end = canonical_targets.target_leads_to
        left join canonical_leads on canonical_leads.lead_page = crawled.page
        left join chains on chains.start_url = crawled.url
        left join passed_urls on passed_urls.hop_url = crawled.url
        left join slash_twins on slash_twins.twin_page = crawled.page
        left join unreturned on unreturned.page_url = crawled.url
        left join shared_h1 on shared_h1.text_hash = cityHash64(lowerUTF8(coalesce(h1, '')))
    ),

