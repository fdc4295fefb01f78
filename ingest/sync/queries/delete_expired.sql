-- Deletes the days, or months, of sites that are older than the history that is kept.
delete from {table:Identifier}
where account_id in {accounts:Array(UUID)}
  and site_id in {sites:Array(UUID)}
  and {column:Identifier} < {from:Date}
