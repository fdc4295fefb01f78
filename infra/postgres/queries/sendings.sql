-- name: sending_add
-- One row: the new sending; none when one exists for that time.
insert into report_sendings (account_id, schedule_id, due_at, by_hand, job_id)
values (@account_id, @schedule_id, @due_at, @by_hand, @job_id)
on conflict do nothing
returning id::text as id;

-- name: sending_by_hand
-- One row: the job of the pending manual sending.
select job_id::text as job_id
from report_sendings
where account_id = @account_id and schedule_id = @schedule_id and by_hand and ended_at is null;

-- name: sending_end
-- Ends a sending and deletes its file.
update report_sendings set ended_at = @now, made = null, file = null, retry_at = null where account_id = @account_id and id = @id;

-- name: sending_job
-- Gives a sending to be retried to a job. One row: its id; none when another process did.
update report_sendings
set job_id = @job_id, retry_at = null
where account_id = @account_id and id = @id and ended_at is null and retry_at <= @now
returning id::text as id;

-- name: sending_made
-- Stores the content of a sending, unless another attempt has.
update report_sendings
set made = @made, file = @file, file_name = @file_name
where account_id = @account_id and id = @id and made is null;

-- name: sending_mails
-- One row per e-mail of a sending.
select id::text as id, recipient, status
from report_mails
where account_id = @account_id and sending_id = @sending_id
order by recipient;

-- name: sending_mails_add
-- Adds the e-mails of a sending: one per recipient, with unsubscribed ones marked.
insert into report_mails (account_id, sending_id, recipient, status)
select report_schedules.account_id, @sending_id, one.recipient,
       case when exists (select from report_unsubscribes
                         where report_unsubscribes.account_id = report_schedules.account_id and report_unsubscribes.recipient = lower(one.recipient))
            then 'unsubscribed' else 'waiting' end
from report_schedules, unnest(report_schedules.recipients) as one (recipient)
where report_schedules.account_id = @account_id and report_schedules.id = @schedule_id;

-- name: sending_retry
update report_sendings set retry_at = @retry_at where account_id = @account_id and id = @id and ended_at is null;

-- name: sending_start
-- Starts another attempt of a job's sending. One row: the sending, unless it has ended.
update report_sendings
set attempt = attempt + 1, retry_at = null
where account_id = @account_id and job_id = @job_id and ended_at is null
returning id::text as id, account_id::text as account_id, schedule_id::text as schedule_id, due_at, attempt, made, file, file_name;

-- name: sending_unsubscribed
-- Skips recipients who unsubscribed after the e-mails were created.
update report_mails
set status = 'unsubscribed'
where account_id = @account_id and sending_id = @sending_id and status = 'waiting'
  and exists (select from report_unsubscribes
              where report_unsubscribes.account_id = report_mails.account_id and report_unsubscribes.recipient = lower(report_mails.recipient));

-- name: sendings_by_hand_count
-- One row: the number of the account's manual sendings since the given time.
select count(*) from report_sendings where account_id = @account_id and by_hand and due_at > @since;

-- name: sendings_retry
-- One row per sending to be retried.
select id::text as id, account_id::text as account_id
from report_sendings
where ended_at is null and retry_at <= @now
order by retry_at, id
limit @max_rows;

-- name: mail_begin
-- Claims an e-mail for sending. No row: it was sent, another attempt has claimed it, or its recipient has
-- unsubscribed.
with taken as (
    update report_mails
    set status = 'sending', began_at = @now
    where account_id = @account_id and id = @id and (status = 'waiting' or status = 'sending' and began_at < @stale)
      and not exists (select from report_unsubscribes
                      where report_unsubscribes.account_id = report_mails.account_id and report_unsubscribes.recipient = lower(report_mails.recipient))
    returning id, account_id, recipient
), token as (
    insert into report_unsubscribe_tokens (token_hash, account_id, recipient, created_at)
    select @token_hash, account_id, recipient, @now from taken
)
select id::text as id from taken;

-- name: mail_end
-- Sets the result of an e-mail; after a temporary failure it waits again.
update report_mails
set status = @status, error = @error, sent_at = case when @status = 'sent' then @now::timestamptz end
where account_id = @account_id and id = @id and status = 'sending';

-- name: unsubscribe_add
insert into report_unsubscribes (account_id, recipient, at) values (@account_id, lower(@recipient), @now) on conflict do nothing;

-- name: unsubscribe_delete
delete from report_unsubscribes where account_id = @account_id and recipient = lower(@recipient);

-- name: unsubscribe_recipient
-- One row: the recipient of an unsubscribe link, of what, and whether they are subscribed.
select tokens.account_id::text as account_id, tokens.recipient, accounts.brand_name as agency, coalesce(tokens.user_id::text, '') as user_id,
       false as alerts,
       case when tokens.user_id is null
           then exists (select from report_unsubscribes as off where off.account_id = tokens.account_id and off.recipient = lower(tokens.recipient))
           else not exists (select from members where members.account_id = tokens.account_id and members.user_id = tokens.user_id and members.mails)
       end as unsubscribed
from report_unsubscribe_tokens as tokens
join accounts on accounts.id = tokens.account_id
where token_hash = @token_hash

union all

select tokens.account_id::text, users.email, accounts.brand_name, tokens.user_id::text, true, choices.email = 'off'
from alert_unsubscribe_tokens as tokens
join accounts on accounts.id = tokens.account_id
join users on users.id = tokens.user_id
join notification_choices as choices on choices.account_id = tokens.account_id and choices.user_id = tokens.user_id
where token_hash = @token_hash;

-- name: unsubscribe_tell
-- Marks the recipient's schedules as changed, so that clients reload them.
update report_schedules set recipients = recipients
where account_id = @account_id and exists (select from unnest(recipients) as one (recipient) where lower(one.recipient) = lower(@recipient));
