-- Records what somebody did with an account.
insert into audit_log (account_id, created_at, actor, token, action, text, object_id, address)
values (@account_id, @created_at, @actor, @token, @action, @text, @object_id, @address)
