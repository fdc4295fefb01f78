-- Keeps what a site's owner says to the detectors.
insert into site_rules (site_id, account_id, brand_terms, brand_pattern, not_brand, conversion_value, target_cpa, excluded_paths, parameters, updated_at)
values (@site_id, @account_id, @brand_terms, @brand_pattern, @not_brand, @conversion_value, @target_cpa, @excluded_paths, @parameters, @now)
on conflict (site_id) do update
set brand_terms = excluded.brand_terms, brand_pattern = excluded.brand_pattern, not_brand = excluded.not_brand,
    conversion_value = excluded.conversion_value, target_cpa = excluded.target_cpa, excluded_paths = excluded.excluded_paths,
    parameters = excluded.parameters, updated_at = excluded.updated_at
where site_rules.account_id = excluded.account_id
