-- +goose Up
-- What a search for opportunities looks through, in lower case once instead of at every search.
alter table insights
    add column search_text text not null generated always as (lower(title || E'\n' || summary)) stored;

-- +goose Down
alter table insights drop column search_text;
