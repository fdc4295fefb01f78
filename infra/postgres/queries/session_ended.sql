-- One row: whether the session was signed out.
select exists (select from ended_sessions where session_id = @session_id) as ended
