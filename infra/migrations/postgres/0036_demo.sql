-- +goose Up

-- The account that visitors read without signing in (decision 78): at most one, and nobody is a member of it.
alter table accounts add column is_demo boolean not null default false;
create unique index accounts_demo on accounts (is_demo) where is_demo;
