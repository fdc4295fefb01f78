-- Gives an account its plan.
update accounts set plan = @plan, version = version + 1 where id = @account_id and plan <> @plan
