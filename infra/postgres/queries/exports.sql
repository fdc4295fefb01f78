-- name: export_account
-- Export: the account, with its logo as PNG in Base64.
select (to_jsonb(accounts) - array['brand_logo', 'version'] || jsonb_build_object('brand_logo', encode(brand_logo, 'base64')))::text
from accounts
where id = @account_id;

-- name: export_activity
-- Export: activity.
select (to_jsonb(activity) - 'account_id')::text
from activity
where account_id = @account_id;

-- name: export_alert_mails
-- Export: mails about alerts.
select (to_jsonb(alert_mails) - 'account_id')::text
from alert_mails
where account_id = @account_id;

-- name: export_alert_rules
-- Export: rules of alerts.
select (to_jsonb(alert_rules) - 'account_id')::text
from alert_rules
where account_id = @account_id;

-- name: export_alert_states
-- Export: what members have done with alerts.
select (to_jsonb(alert_states) - 'account_id')::text
from alert_states
where account_id = @account_id;

-- name: export_alerts
-- Export: alerts.
select (to_jsonb(alerts) - 'account_id')::text
from alerts
where account_id = @account_id;

-- name: export_audit
-- Export: the audit log.
select (to_jsonb(audit_log) - 'account_id')::text
from audit_log
where account_id = @account_id;

-- name: export_brands
-- Export: the sites' brands from search data.
select (to_jsonb(site_brands) - 'account_id')::text
from site_brands
where account_id = @account_id;

-- name: export_changes
-- Export: notes and changes of sites.
select (to_jsonb(site_changes) - 'account_id')::text
from site_changes
where account_id = @account_id;

-- name: export_clients
-- Export: clients, with their logos as PNG in Base64.
select (to_jsonb(clients) - array['account_id', 'brand_logo'] || jsonb_build_object('brand_logo', encode(brand_logo, 'base64')))::text
from clients
where account_id = @account_id;

-- name: export_comments
-- Export: comments on opportunities.
select (to_jsonb(comments) - 'account_id')::text
from comments
where account_id = @account_id;

-- name: export_step_plans
-- Export: who sees to steps of opportunities.
select (to_jsonb(step_plans) - 'account_id')::text
from step_plans
where account_id = @account_id;

-- name: export_crawl_schedules
-- Export: how sites are crawled by themselves.
select (to_jsonb(crawl_schedules) - 'account_id')::text
from crawl_schedules
where account_id = @account_id;

-- name: export_page_changes
-- Export: what crawls found changed on pages.
select (to_jsonb(page_changes) - 'account_id')::text
from page_changes
where account_id = @account_id;

-- name: export_crawls
-- Export: crawls.
select (to_jsonb(crawls) - 'account_id')::text
from crawls
where account_id = @account_id;

-- name: export_credentials
-- Export: credentials, without their secrets.
select jsonb_build_object('id', id, 'kind', kind, 'label', label, 'revoked', revoked, 'created_at', created_at)::text
from credentials
where account_id = @account_id
order by id;

-- name: export_header_meanings
-- Export: header mappings.
select (to_jsonb(header_meanings) - 'account_id')::text
from header_meanings
where account_id = @account_id;

-- name: export_insights
-- Export: opportunities, with their evidence.
select (to_jsonb(insights) - array['account_id', 'claim', 'claim_query'])::text
from insights
where account_id = @account_id;

-- name: export_integrations
-- Export: connections, without credentials.
select (to_jsonb(connections) - array['account_id', 'credential_id'])::text
from connections
where account_id = @account_id;

-- name: export_issue_marks
-- Export: marks of technical issues.
select (to_jsonb(issue_marks) - 'account_id')::text
from issue_marks
where account_id = @account_id;

-- name: export_jobs
-- Export: jobs.
select (to_jsonb(jobs) - 'account_id')::text
from jobs
where account_id = @account_id;

-- name: export_links
-- Export: report links, without their URLs, which are secret.
select (to_jsonb(reports) - array['account_id', 'token_hash', 'token', 'key_id', 'body', 'revision', 'published', 'position'])::text
from reports
where account_id = @account_id
order by id;

-- name: export_mails
-- Export: report e-mails.
select (to_jsonb(report_mails) - 'account_id')::text
from report_mails
where account_id = @account_id;

-- name: export_notifications
-- Export: how members want to hear of alerts.
select (to_jsonb(notification_settings) - 'account_id')::text
from notification_settings
where account_id = @account_id;

-- name: export_outcomes
-- Export: outcomes of fixes, with forecast and measured gain.
select (to_jsonb(outcomes) - 'account_id')::text
from outcomes
where account_id = @account_id;

-- name: export_hours
-- Export: how much longer types of insights take on a site than usual.
select (to_jsonb(site_hours) - 'account_id')::text
from site_hours
where account_id = @account_id;

-- name: export_rules
-- Export: detector rules of sites.
select (to_jsonb(site_rules) - 'account_id')::text
from site_rules
where account_id = @account_id;

-- name: export_schedules
-- Export: report schedules.
select (to_jsonb(report_schedules) - 'account_id')::text
from report_schedules
where account_id = @account_id;

-- name: export_sendings
-- Export: sendings of scheduled reports.
select (to_jsonb(report_sendings) - array['account_id', 'made', 'file'])::text
from report_sendings
where account_id = @account_id;

-- name: export_sites
-- Export: sites.
select (to_jsonb(sites) - array['account_id', 'version'])::text
from sites
where account_id = @account_id;

-- name: export_subscription
-- Export: the subscription at Stripe.
select (to_jsonb(subscriptions) - 'account_id')::text
from subscriptions
where account_id = @account_id;

-- name: export_syncs
-- Export: sync runs.
select (to_jsonb(sync_runs) - 'account_id')::text
from sync_runs
where account_id = @account_id;

-- name: export_tokens
-- Export: API tokens, without the tokens themselves.
select jsonb_build_object('id', id, 'name', name, 'scope', scope, 'prefix', prefix, 'created_at', created_at, 'last_used_at', last_used_at, 'expires_at', expires_at)::text
from api_tokens
where account_id = @account_id
order by id;

-- name: export_unsubscribes
-- Export: unsubscribed recipients.
select (to_jsonb(report_unsubscribes) - 'account_id')::text
from report_unsubscribes
where account_id = @account_id;

-- name: export_uploads
-- Export: uploads, without the files.
select (to_jsonb(uploads) - array['account_id', 'object_key', 'attempts'])::text
from uploads
where account_id = @account_id;

-- name: export_users
-- Export: the people of the account.
select (to_jsonb(users) - array['account_id'] || jsonb_build_object('role', members.role, 'site_ids', members.site_ids, 'client_ids', members.client_ids, 'mails', members.mails, 'joined_at', members.joined_at))::text
from members join users on users.id = members.user_id
where members.account_id = @account_id;

-- name: export_invitations
-- Export: invitations, without their secrets.
select (to_jsonb(invitations) - array['account_id', 'token_hash'])::text
from invitations
where account_id = @account_id;

-- name: export_views
-- Export: saved views of lists.
select (to_jsonb(user_views) - 'account_id')::text
from user_views
where account_id = @account_id;

-- name: export_trackers
-- Export: trackers, without their tokens.
select (to_jsonb(trackers) - array['account_id', 'secret', 'key_id'])::text
from trackers
where account_id = @account_id
order by created_at, id;

-- name: export_tracker_issues
-- Export: opportunities as issues of trackers.
select (to_jsonb(tracker_issues) - array['account_id'])::text
from tracker_issues
where account_id = @account_id
order by created_at, id;

-- name: export_webhooks
-- Export: webhooks, without their secrets.
select (to_jsonb(outgoing_webhooks) - array['account_id', 'secret', 'key_id'])::text
from outgoing_webhooks
where account_id = @account_id;
