-- Forgets what happened too long ago to be read.
delete from activity where created_at < @before
