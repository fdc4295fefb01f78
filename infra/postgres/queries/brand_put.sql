-- Keeps what search data say of a site's brand; the same as before changes nothing.
insert into site_brands (site_id, account_id, suspected, found, doubted)
values (@site_id, @account_id, @suspected, @found, @doubted)
on conflict (site_id) do update
set suspected = excluded.suspected, found = excluded.found, doubted = excluded.doubted
where site_brands.account_id = excluded.account_id
  and (site_brands.suspected, site_brands.found, site_brands.doubted) is distinct from (excluded.suspected, excluded.found, excluded.doubted)
