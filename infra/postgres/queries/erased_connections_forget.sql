-- Forgets the connections that were deleted before, when nothing of then can be under way any more.
delete from erased_connections where erased_at < @before
