-- Has the site synced at a moment, unless it is before.
update sites
set next_sync_at = least(next_sync_at, @at)
where account_id = @account_id and id = @id
