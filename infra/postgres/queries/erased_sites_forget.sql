-- Forgets the sites that were deleted before, when nothing of then can be under way any more.
delete from erased_sites where erased_at < @before
