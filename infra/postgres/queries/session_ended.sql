-- One row: whether the session was signed out and may still have tokens.
select exists (select from ended_sessions where session_id = @session_id and until > @now) as ended
