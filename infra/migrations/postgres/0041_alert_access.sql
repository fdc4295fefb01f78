-- +goose Up

-- Members of the role client hear of the sites that they see now, their clients' included. Mails are off until a member
-- turns them on.
create or replace view notification_choices as
select members.account_id, members.user_id, members.role,
       seen_sites(members.account_id, members.site_ids, members.client_ids) as seen_site_ids, members.joined_at,
       coalesce(chosen.email, 'off') as email,
       coalesce(chosen.hour, 8) as hour, coalesce(chosen.weekday, 1) as weekday,
       coalesce(chosen.time_zone, (
           select time_zone from sites where sites.account_id = members.account_id order by created_at, id limit 1
       ), 'UTC') as time_zone,
       chosen.quiet_from, chosen.quiet_to, coalesce(chosen.rules, '{}') as rules, coalesce(chosen.site_ids, '{}') as site_ids
from members
left join notification_settings as chosen on chosen.account_id = members.account_id and chosen.user_id = members.user_id;
