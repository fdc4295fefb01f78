insert into hosts (token_hash, host) values (?, ?) on conflict do nothing
