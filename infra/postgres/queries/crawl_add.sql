insert into crawls (account_id, site_id, import_id, links_import_id, pages, links, issues, issues_by_severity, new_issues, still_there_issues, gone_issues,
                    judged, crawled_at, imported_at)
values (@account_id, @site_id, @import_id, nullif(@links_import_id, '')::uuid, @pages, @links, @issues, @issues_by_severity, @new_issues, @still_there_issues,
        @gone_issues, @judged, @crawled_at, @imported_at)
returning id::text as id
