-- name: memberships
-- The accounts of the user with the id, or with the Clerk subject; their own first.
select members.account_id::text as account_id, members.role,
       seen_sites(members.account_id, members.site_ids, members.client_ids)::text[] as site_ids, accounts.plan, accounts.trial_ends_at,
       coalesce(nullif(accounts.brand_name, ''), (
           select owner.email
           from members as owning join users as owner on owner.id = owning.user_id
           where owning.account_id = accounts.id and owning.role = 'owner'
           order by owning.joined_at, owner.id
           limit 1
       ), '') as name
from members
join accounts on accounts.id = members.account_id
join users on users.id = members.user_id
where members.user_id = coalesce(nullif(@user_id, '')::uuid, (select id from users where subject = @subject))
order by members.account_id <> users.account_id, members.joined_at, members.account_id;

-- name: members
-- The people of an account, owners first.
select users.id::text as id, users.email, users.first_name, users.last_name, users.profile_image_url, members.role,
       members.site_ids::text[] as site_ids, members.client_ids::text[] as client_ids, members.joined_at
from members join users on users.id = members.user_id
where members.account_id = @account_id
order by array_position(array['owner', 'admin', 'member', 'viewer', 'client'], members.role), members.joined_at, users.id;

-- name: member
select users.id::text as id, users.email, users.first_name, users.last_name, users.profile_image_url, members.role,
       members.site_ids::text[] as site_ids, members.client_ids::text[] as client_ids, members.joined_at
from members join users on users.id = members.user_id
where members.account_id = @account_id and members.user_id = @user_id;

-- name: member_add
-- Adds a member; who is one already stays as they are.
insert into members (account_id, user_id, role, site_ids, client_ids)
values (@account_id, @user_id, @role, @site_ids::uuid[], @client_ids::uuid[])
on conflict do nothing;

-- name: member_update
update members
set role = @role, site_ids = @site_ids::uuid[], client_ids = @client_ids::uuid[]
where account_id = @account_id and user_id = @user_id;

-- name: member_delete
delete from members where account_id = @account_id and user_id = @user_id;

-- name: members_owners
select count(*) from members where account_id = @account_id and role = 'owner';

-- name: members_places
-- How many people the account has or has invited.
select (select count(*) from members where members.account_id = @account_id)
     + (select count(*) from invitations where invitations.account_id = @account_id) as places;

-- name: members_rehome
-- Gives people whose own account this is another one of theirs, if they have any.
update users
set account_id = other.account_id
from (
    select distinct on (user_id) user_id, account_id
    from members
    where account_id <> @account_id
    order by user_id, (role = 'owner') desc, joined_at, account_id
) as other
where users.account_id = @account_id and other.user_id = users.id;

-- name: member_rehome
-- Gives a removed member their oldest other account as their own. No row: they have none, or have an own one.
update users
set account_id = other.account_id
from (
    select account_id
    from members
    where user_id = @user_id and account_id <> @account_id
    order by (role = 'owner') desc, joined_at, account_id
    limit 1
) as other
where users.id = @user_id and users.account_id = @account_id
returning users.id::text as id;

-- name: member_homeless
-- One row: whether the account is a person's own one.
select exists (select from users where id = @user_id and account_id = @account_id) as homeless;

-- name: member_own_account
-- Makes an account a person's own one.
update users set account_id = @own where id = @user_id;

-- name: member_tokens_delete
-- Revokes the API tokens that a member made.
delete from api_tokens where account_id = @account_id and user_id = @user_id;

-- name: members_sites_known
-- How many of these are sites of the account.
select count(*) from sites where account_id = @account_id and id::text = any(@site_ids::text[]);

-- name: member_by_email
-- The members of an account with this email address.
select users.id::text as id
from members join users on users.id = members.user_id
where members.account_id = @account_id and lower(users.email) = @email;

-- name: invitations
select invitations.id::text as id, invitations.account_id::text as account_id, invitations.email, invitations.role,
       invitations.site_ids::text[] as site_ids, invitations.client_ids::text[] as client_ids, coalesce(users.email, '') as invited_by, invitations.created_at, invitations.expires_at
from invitations left join users on users.id = invitations.invited_by
where invitations.account_id = @account_id
order by invitations.created_at desc, invitations.id;

-- name: invitation
select invitations.id::text as id, invitations.account_id::text as account_id, invitations.email, invitations.role,
       invitations.site_ids::text[] as site_ids, invitations.client_ids::text[] as client_ids, coalesce(users.email, '') as invited_by, invitations.created_at, invitations.expires_at
from invitations left join users on users.id = invitations.invited_by
where invitations.account_id = @account_id and invitations.id = @id;

-- name: invitation_add
-- An invitation that has expired makes room. No row: the address is invited already.
insert into invitations (account_id, email, role, site_ids, client_ids, token_hash, invited_by, created_at, expires_at)
values (@account_id, @email, @role, @site_ids::uuid[], @client_ids::uuid[], @token_hash, @invited_by, @now, @expires_at)
on conflict (account_id, email) do update
set role = excluded.role, site_ids = excluded.site_ids, client_ids = excluded.client_ids, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at
where invitations.expires_at <= @now
returning id::text as id;

-- name: invitation_again
-- Gives an invitation a new link; the one before is void.
update invitations
set token_hash = @token_hash, expires_at = @expires_at
where account_id = @account_id and id = @id
returning id::text as id;

-- name: invitation_delete
delete from invitations where account_id = @account_id and id = @id returning id::text as id;

-- name: invitation_take
-- The invitation with this secret, locked: it can be accepted once.
select id::text as id, account_id::text as account_id, email, role, site_ids::text[] as site_ids, client_ids::text[] as client_ids, '' as invited_by, created_at, expires_at
from invitations
where token_hash = @token_hash
for update;

-- name: invitation_offer
-- What the invitation with this secret offers.
select coalesce(nullif(accounts.brand_name, ''), (
           select owner.email
           from members as owning join users as owner on owner.id = owning.user_id
           where owning.account_id = accounts.id and owning.role = 'owner'
           order by owning.joined_at, owner.id
           limit 1
       ), '') as account,
       coalesce(users.email, '') as invited_by, invitations.role, invitations.expires_at
from invitations
join accounts on accounts.id = invitations.account_id
left join users on users.id = invitations.invited_by
where invitations.token_hash = @token_hash;

-- name: member_erase
-- Deletes a person with all their memberships.
delete from users where subject = @subject;

-- name: member_accounts
-- The accounts that a person owns alone, and who would own each after them: an admin before a member, the
-- oldest first; '' is nobody.
select mine.account_id::text as account_id, coalesce((
           select heir.user_id::text
           from members as heir
           where heir.account_id = mine.account_id and heir.user_id <> users.id and heir.role in ('admin', 'member')
           order by heir.role = 'member', heir.joined_at, heir.user_id
           limit 1
       ), '') as heir
from users
join members as mine on mine.user_id = users.id and mine.role = 'owner'
where users.subject = @subject
  and not exists (select from members as other where other.account_id = mine.account_id and other.role = 'owner' and other.user_id <> users.id);

-- name: member_work
-- One row per site where a member has open work: how much, and the insight of it that ranks first.
with work as (
    select site_id, id, title, score, 1 as opportunities, 0 as steps
    from insights
    where account_id = @account_id and assignee_id = @user_id and status in ('open', 'in_progress')
    union all
    select insights.site_id, insights.id, insights.title, insights.score, 0, 1
    from step_plans join insights on insights.id = step_plans.insight_id
    where step_plans.account_id = @account_id and step_plans.assignee_id = @user_id and insights.status in ('open', 'in_progress')
      and step_plans.step <> all(insights.done_steps)
      and strpos(insights.instructions || E'\n', step_plans.step || E'\n') > 0 -- a line, or what follows its number
)
select site_id::text as site_id, (array_agg(id::text order by score desc, id))[1] as insight_id,
       (array_agg(title order by score desc, id))[1] as title, sum(opportunities) as opportunities, sum(steps) as steps
from work
group by site_id
order by site_id;

-- name: member_work_pass
-- Assigns a member's open insights and open steps to another member or nobody.
with passed as (
    update step_plans
    set assignee = @assignee, assignee_id = nullif(@assignee_id, '')::uuid
    from insights
    where step_plans.account_id = @account_id and step_plans.assignee_id = @user_id
      and insights.id = step_plans.insight_id and insights.status in ('open', 'in_progress') and step_plans.step <> all(insights.done_steps)
    returning step_plans.insight_id
)
update insights
set assignee = case when assignee_id = @user_id then @assignee else assignee end,
    assignee_id = case when assignee_id = @user_id then nullif(@assignee_id, '')::uuid else assignee_id end,
    updated_at = @now
where account_id = @account_id and status in ('open', 'in_progress')
  and (assignee_id = @user_id or id in (select insight_id from passed));
