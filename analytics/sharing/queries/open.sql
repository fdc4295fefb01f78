select body, expires_at
from reports
where token_hash = ?1
  and exists (select 1 from reports indexed by reports_expiry where token_hash = ?1 and expires_at > ?2)
