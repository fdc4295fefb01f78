-- Remembers a trial under each hash of who has it. One that was had before stays as it was.
insert into past_trials (person, ends_at)
select unnest(@persons::bytea[]), @ends_at
on conflict (person) do nothing
