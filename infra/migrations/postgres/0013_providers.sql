-- +goose Up

-- Providers and kinds of credentials are defined only in ingest/providers/registry.
alter table credentials drop constraint credentials_kind_check;
alter table connections drop constraint connections_provider_check;
alter table google_sign_ins drop constraint google_sign_ins_provider_check;

-- A connection without a property uses the site's: changing that makes it another connection. Analytics uses
-- the site's property, Ads the settings, all others the site's domain.
-- +goose StatementBegin
create or replace function replace_connections() returns trigger language plpgsql as $$
begin
    update connections
    set id = gen_random_uuid(), property_name = '', property_domain = '', currency = '', time_zone = '', last_error = null, last_sync_at = null,
        status = case status when 'disconnected' then status else 'pending' end
    where account_id = new.account_id and site_id = new.id and property = ''
      and (new.domain <> old.domain and provider not in ('ga4', 'gads')
           or new.ga4_property_id is distinct from old.ga4_property_id and provider = 'ga4');
    return null;
end $$;
-- +goose StatementEnd
