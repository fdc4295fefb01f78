-- Adds an account and answers its id.
insert into accounts (trial_ends_at) values (@trial_ends_at)
returning id::text as id
