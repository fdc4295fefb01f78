-- One row: a site, with what its owner says to the detectors and what search data say of its brand. An empty site is every site of the account.
select sites.id::text as site_id,
       coalesce(site_rules.brand_terms, '{}') as brand_terms, coalesce(site_rules.brand_pattern, '') as brand_pattern,
       coalesce(site_rules.not_brand, '{}') as not_brand, site_rules.conversion_value, site_rules.target_cpa,
       coalesce(site_rules.excluded_paths, '{}') as excluded_paths, coalesce(site_rules.parameters, '{}') as parameters,
       coalesce(site_brands.suspected, '{}') as suspected, coalesce(site_brands.found, '{}') as found, coalesce(site_brands.doubted, '{}') as doubted
from sites
left join site_rules on site_rules.account_id = sites.account_id and site_rules.site_id = sites.id
left join site_brands on site_brands.account_id = sites.account_id and site_brands.site_id = sites.id
where sites.account_id = @account_id and (@site_id = '' or sites.id = nullif(@site_id, '')::uuid)
