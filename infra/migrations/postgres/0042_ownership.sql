-- +goose Up

-- How it is known that a site belongs to its account, and when that was last looked up.
alter table sites
    add column proof text not null default '' check (proof in ('', 'dns', 'file')),
    add column proven_at timestamptz;
