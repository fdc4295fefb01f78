-- Refuses the session from now on; the later of two ends counts.
insert into ended_sessions (session_id, until) values (@session_id, @until)
on conflict (session_id) do update set until = greatest(ended_sessions.until, excluded.until)
