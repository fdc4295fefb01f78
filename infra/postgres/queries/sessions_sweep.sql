delete from ended_sessions where until < @now
