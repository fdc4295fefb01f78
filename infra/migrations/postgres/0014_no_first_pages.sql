-- +goose Up

-- Tables are cached by the processes that serve them; nothing is precomputed any more (decision 46).
drop table first_pages;
drop table site_reads;
