-- What edges know of links: the page, encrypted with a key that is made of the token, which is not here.
create table if not exists reports (
    token_hash blob    primary key, -- SHA-256 of the token in its address
    revision   integer not null,
    expires_at integer not null,    -- seconds since 1970
    body       blob    not null
) strict;
-- Tells an expired link from none without a look at its page.
create unique index if not exists reports_expiry on reports (token_hash, expires_at);
-- The domains of agencies that a link opens under, beside the product's address.
create table if not exists hosts (
    token_hash blob not null,
    host       text not null,
    primary key (token_hash, host)
) strict, without rowid;
