-- +goose Up

-- The steps of an insight that are marked as done, as its instructions word them.
alter table insights add column done_steps text[] not null default '{}';
