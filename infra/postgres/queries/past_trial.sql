-- One row: when the trial ends that somebody had, and when their account was last deleted; null: never.
select min(ends_at) as ends_at, max(deleted_at) filter (where person = @subject) as deleted_at
from past_trials
where person = any(@persons::bytea[])
