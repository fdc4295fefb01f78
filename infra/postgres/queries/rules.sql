-- name: rules
-- One row per site: the owner's detector rules and the brand found in search data. An empty site is every
-- site of the account.
select sites.id::text as site_id,
       coalesce(site_rules.brand_terms, '{}') as brand_terms, coalesce(site_rules.brand_pattern, '') as brand_pattern,
       coalesce(site_rules.not_brand, '{}') as not_brand, site_rules.conversion_value, site_rules.target_cpa,
       coalesce(site_rules.excluded_paths, '{}') as excluded_paths, coalesce(site_rules.parameters, '{}') as parameters,
       coalesce(site_brands.suspected, '{}') as suspected, coalesce(site_brands.found, '{}') as found, coalesce(site_brands.doubted, '{}') as doubted
from sites
left join site_rules on site_rules.account_id = sites.account_id and site_rules.site_id = sites.id
left join site_brands on site_brands.account_id = sites.account_id and site_brands.site_id = sites.id
where sites.account_id = @account_id and (@site_id = '' or sites.id = nullif(@site_id, '')::uuid);

-- name: rules_put
-- Stores a site's detector rules.
insert into site_rules (site_id, account_id, brand_terms, brand_pattern, not_brand, conversion_value, target_cpa, excluded_paths, parameters, updated_at)
values (@site_id, @account_id, @brand_terms, @brand_pattern, @not_brand, @conversion_value, @target_cpa, @excluded_paths, @parameters, @now)
on conflict (site_id) do update
set brand_terms = excluded.brand_terms, brand_pattern = excluded.brand_pattern, not_brand = excluded.not_brand,
    conversion_value = excluded.conversion_value, target_cpa = excluded.target_cpa, excluded_paths = excluded.excluded_paths,
    parameters = excluded.parameters, updated_at = excluded.updated_at
where site_rules.account_id = excluded.account_id;

-- name: brand_put
-- Stores a site's brand from search data; an unchanged one writes nothing.
insert into site_brands (site_id, account_id, suspected, found, doubted)
values (@site_id, @account_id, @suspected, @found, @doubted)
on conflict (site_id) do update
set suspected = excluded.suspected, found = excluded.found, doubted = excluded.doubted
where site_brands.account_id = excluded.account_id
  and (site_brands.suspected, site_brands.found, site_brands.doubted) is distinct from (excluded.suspected, excluded.found, excluded.doubted);
