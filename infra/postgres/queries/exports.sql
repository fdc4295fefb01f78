-- name: export_account
-- One row: the account; its logo is a PNG in base64, for its owner to keep.
select (to_jsonb(accounts) - array['brand_logo', 'version'] || jsonb_build_object('brand_logo', encode(brand_logo, 'base64')))::text
from accounts
where id = @account_id;

-- name: export_activity
-- One row: something that happened, for its owner to keep.
select (to_jsonb(activity) - 'account_id')::text
from activity
where account_id = @account_id;

-- name: export_audit
-- One row: what somebody did with the account, for its owner to keep.
select (to_jsonb(audit_log) - 'account_id')::text
from audit_log
where account_id = @account_id;

-- name: export_brands
-- One row: what search data say of a site's brand, for its owner to keep.
select (to_jsonb(site_brands) - 'account_id')::text
from site_brands
where account_id = @account_id;

-- name: export_changes
-- One row: a note, or what changed on a site, for its owner to keep.
select (to_jsonb(site_changes) - 'account_id')::text
from site_changes
where account_id = @account_id;

-- name: export_crawls
-- One row: a crawl, for its owner to keep.
select (to_jsonb(crawls) - 'account_id')::text
from crawls
where account_id = @account_id;

-- name: export_credentials
-- One row: whose credentials are kept; without the credentials, for its owner to keep.
select jsonb_build_object('id', id, 'kind', kind, 'label', label, 'revoked', revoked, 'created_at', created_at)::text
from credentials
where account_id = @account_id
order by id;

-- name: export_header_meanings
-- One row: what the account said that headers of its files mean, for its owner to keep.
select (to_jsonb(header_meanings) - 'account_id')::text
from header_meanings
where account_id = @account_id;

-- name: export_insights
-- One row: an opportunity, with its evidence, for its owner to keep.
select (to_jsonb(insights) - array['account_id', 'claim', 'claim_query'])::text
from insights
where account_id = @account_id;

-- name: export_integrations
-- One row: what a site reads from a provider; without credentials, for its owner to keep.
select (to_jsonb(connections) - array['account_id', 'credential_id'])::text
from connections
where account_id = @account_id;

-- name: export_issue_marks
-- One row: what the owner said of a technical issue, for its owner to keep.
select (to_jsonb(issue_marks) - 'account_id')::text
from issue_marks
where account_id = @account_id;

-- name: export_jobs
-- One row: work that was asked for, for its owner to keep.
select (to_jsonb(jobs) - 'account_id')::text
from jobs
where account_id = @account_id;

-- name: export_links
-- One row: a link to a report; without its address, which is a secret, for its owner to keep.
select (to_jsonb(reports) - array['account_id', 'token_hash', 'token', 'key_id', 'body', 'revision', 'published', 'position'])::text
from reports
where account_id = @account_id
order by id;

-- name: export_mails
-- One row: one mail with a report, for its owner to keep.
select (to_jsonb(report_mails) - 'account_id')::text
from report_mails
where account_id = @account_id;

-- name: export_outcomes
-- One row: what came of a fix: its forecast and the gain that was measured, for its owner to keep.
select (to_jsonb(outcomes) - 'account_id')::text
from outcomes
where account_id = @account_id;

-- name: export_rules
-- One row: what the owner of a site says to the detectors, for its owner to keep.
select (to_jsonb(site_rules) - 'account_id')::text
from site_rules
where account_id = @account_id;

-- name: export_schedules
-- One row: a scheduled report, for its owner to keep.
select (to_jsonb(report_schedules) - 'account_id')::text
from report_schedules
where account_id = @account_id;

-- name: export_sendings
-- One row: a report of a schedule on its way, for its owner to keep.
select (to_jsonb(report_sendings) - array['account_id', 'made', 'file'])::text
from report_sendings
where account_id = @account_id;

-- name: export_sites
-- One row: a site, for its owner to keep.
select (to_jsonb(sites) - array['account_id', 'version'])::text
from sites
where account_id = @account_id;

-- name: export_subscription
-- One row: what the account has bought, as Stripe said last, for its owner to keep.
select (to_jsonb(subscriptions) - 'account_id')::text
from subscriptions
where account_id = @account_id;

-- name: export_syncs
-- One row: when a provider was read, for its owner to keep.
select (to_jsonb(sync_runs) - 'account_id')::text
from sync_runs
where account_id = @account_id;

-- name: export_tokens
-- One row: an API token; without the token, for its owner to keep.
select jsonb_build_object('id', id, 'name', name, 'scope', scope, 'prefix', prefix, 'created_at', created_at, 'last_used_at', last_used_at, 'expires_at', expires_at)::text
from api_tokens
where account_id = @account_id
order by id;

-- name: export_unsubscribes
-- One row: who wants no reports of the account, for its owner to keep.
select (to_jsonb(report_unsubscribes) - 'account_id')::text
from report_unsubscribes
where account_id = @account_id;

-- name: export_uploads
-- One row: an uploaded file; without the file, for its owner to keep.
select (to_jsonb(uploads) - array['account_id', 'object_key', 'attempts'])::text
from uploads
where account_id = @account_id;

-- name: export_users
-- One row: a person who signs in, for its owner to keep.
select (to_jsonb(users) - 'account_id')::text
from users
where account_id = @account_id;
