-- Forgets sessions whose tokens are too old by now.
delete from ended_sessions where until < @now
