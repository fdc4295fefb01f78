-- Remembers the trial of an account that is deleted, and that sessions of its user from before now are refused.
insert into past_trials (person, ends_at, deleted_at)
select person, @ends_at, case when person = @subject then @now::timestamptz end
from unnest(@persons::bytea[]) as person
on conflict (person) do update set ends_at = excluded.ends_at, deleted_at = coalesce(excluded.deleted_at, past_trials.deleted_at)
