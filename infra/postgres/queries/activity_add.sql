-- Records something that happened.
insert into activity (account_id, site_id, kind, text)
values (@account_id, nullif(@site_id, '')::uuid, @kind, @text)
