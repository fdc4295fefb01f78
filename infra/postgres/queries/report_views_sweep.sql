-- Forgets batches that were counted before a moment.
delete from view_batches where counted_at < @before
