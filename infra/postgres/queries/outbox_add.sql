-- Has something told once this transaction is committed.
insert into outbox (account_id, topic, payload) values (@account_id, @topic, @payload)
