-- +goose Up

-- The table of an archive that a row comes from, in the order in which their values count.
alter table pages add column if not exists tab UInt16 codec(T64, LZ4);
alter table links add column if not exists tab UInt16 codec(T64, LZ4);

-- Whether the URL belongs to the site; the others are where its links lead.
alter table pages add column if not exists own Bool default true;

-- The filters of the crawler that list the URL, such as 'Hreflang: Missing Return Links'.
alter table pages add column if not exists listed_in Array(LowCardinality(String)) codec(ZSTD(1));

-- What else the crawler says of the URL, by its own header. Shown with the page, not judged.
alter table pages add column if not exists columns Map(LowCardinality(String), String) codec(ZSTD(1));
