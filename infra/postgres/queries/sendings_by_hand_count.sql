-- One row: how often the account sent a report by hand since a moment.
select count(*) from report_sendings where account_id = @account_id and by_hand and due_at > @since
