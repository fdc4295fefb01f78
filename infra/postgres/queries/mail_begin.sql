-- Takes a mail to send it. No row: it was sent, another attempt is about to, or its recipient wants none.
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
select id::text as id from taken
