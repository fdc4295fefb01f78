-- One row: what differs once anything the account owns has changed, or rows of a provider came for it.
select accounts.version || '.' || coalesce(facts_versions.reads, 0)
from accounts left join facts_versions on facts_versions.account_id = accounts.id
where accounts.id = @account_id
