-- +goose Up

-- The owner's fields of an insight other than its status.
alter table insights add column assignee text not null default '' check (char_length(assignee) <= 100);
alter table insights add column reason text not null default '' check (char_length(reason) <= 1000);

-- Many insights have the score 100: expected value breaks the tie.
drop index insights_order;
drop index insights_site_order;
create index insights_order on insights (account_id, (status not in ('open', 'in_progress')), score desc, expected_value desc, id);
create index insights_site_order on insights (account_id, site_id, (status not in ('open', 'in_progress')), score desc, expected_value desc, id);

-- The outcome of a fix: the forecast when it was marked as done, and the measurement. Reopening deletes an
-- unmeasured one; a measured one stays for the hit rate, and is shown while fixed_at is when its insight was
-- marked as done.
create table outcomes (
    insight_id      uuid             not null references insights on delete cascade,
    account_id      uuid             not null,
    site_id         uuid             not null,
    type            text             not null,
    status          text             not null default 'waiting' check (status in ('waiting', 'measured', 'unknown')),
    fixed_at        timestamptz      not null,
    due_at          timestamptz      not null,
    forecast_low    double precision,                 -- null is unknown
    forecast_mid    double precision,
    forecast_high   double precision,
    unit            text             check (unit in ('currency', 'clicks')), -- of the forecast and the gain
    currency        text,
    -- the method's prior at that time; null is unknown
    probability_fix double precision check (probability_fix between 0 and 1),
    controls        jsonb,                            -- the control entities; null until chosen
    measured_at     timestamptz,
    gain_low        double precision,
    gain_mid        double precision,
    gain_high       double precision,
    worked          boolean,                          -- null is undecidable
    reason          text             not null default '',
    primary key (insight_id, fixed_at),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index outcomes_site on outcomes (account_id, site_id, type);

-- The owner's detector rules; no row means defaults.
create table site_rules (
    site_id          uuid             primary key,
    account_id       uuid             not null,
    brand_terms      text[]           not null default '{}',
    brand_pattern    text             not null default '',
    not_brand        text[]           not null default '{}',
    conversion_value double precision check (conversion_value > 0), -- per conversion, in the site's currency
    target_cpa       double precision check (target_cpa > 0),       -- in the currency of Ads
    excluded_paths   text[]           not null default '{}',
    parameters       jsonb            not null default '{}',        -- type of insight → constant → number
    updated_at       timestamptz      not null,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

-- The site's brand from search data, computed by its newest recompute. Terms that follow from its name and
-- domain need no row.
create table site_brands (
    site_id    uuid   primary key,
    account_id uuid   not null,
    suspected  text[] not null, -- queries with clicks on the home page
    found      text[] not null, -- words of the name or the domain that identify the brand on their own
    doubted    text[] not null, -- terms of the name or the domain that are generic words of the industry
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

-- Changes of a site other than crawls: notes by people, and their changes of insights.
create table site_changes (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null,
    site_id    uuid        not null,
    day        date        not null, -- in the site's time zone
    kind       text        not null check (kind in ('note', 'status')),
    text       text        not null check (char_length(text) between 1 and 1000),
    insight_id uuid        references insights on delete set null,
    created_at timestamptz not null,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index site_changes_day on site_changes (account_id, site_id, day desc, created_at desc);

-- When a site was last scored.
create index jobs_scored on jobs (account_id, site_id, updated_at) where kind = 'recompute' and status = 'done';

-- The scale of a site's values, frozen for a quarter so that scores are comparable over time; one row per
-- unit.
create table scales (
    account_id  uuid             not null,
    site_id     uuid             not null,
    unit        text             not null check (unit in ('currency', 'clicks')),
    currency    text             not null default '', -- ISO 4217, where the unit is currency
    floor       double precision not null check (floor > 0),
    top         double precision not null check (top > floor),
    worth       double precision not null check (worth >= 0),       -- of the whole site, per month
    click_value double precision not null check (click_value >= 0), -- on average
    -- the connections and settings used; new ones are a reason to freeze again
    rests_on    text[]           not null,
    -- null: older days are still being read, so it is recomputed each time
    frozen_at   timestamptz,
    primary key (site_id, unit, currency),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index scales_account on scales (account_id, unit, currency);

-- The account's scale, over all its sites; recomputed with any of theirs.
create table account_scales (
    account_id   uuid             not null references accounts on delete cascade,
    unit         text             not null check (unit in ('currency', 'clicks')),
    currency     text             not null default '',
    worth        double precision not null, -- of all sites, per month
    click_value  double precision not null, -- on average
    top_expected double precision not null, -- 95th percentile of the insights' expected values
    worked_out_at timestamptz     not null,
    primary key (account_id, unit, currency)
);

-- The clicks that an insight claims, so that each is counted once: those of all queries of a page, or with
-- claim_query of one query. Insights without a page share no clicks. Hashes, because URLs are too long for an
-- index.
alter table insights
    add column claim bigint not null generated always as (hashtextextended(coalesce(
        nullif(entity ->> 'page', ''),
        case when entity ->> 'query' <> '' then nullif(evidence ->> 'keep', '') end, -- the page to keep
        type || chr(31) || entity_key), 0)) stored,
    add column claim_query bigint generated always as (case
        when coalesce(entity ->> 'page', '') <> '' or coalesce(evidence ->> 'keep', '') <> '' then hashtextextended(nullif(entity ->> 'query', ''), 0)
        end) stored;

-- Covers ranking and totals over all sites, so that they need not read the insights' texts.
create index insights_figures on insights (account_id, site_id) include (
    id, status, resolution, type, score, impact, effort, confidence, value_unit, value_currency, value_low, value_mid, value_high, expected_value,
    claim, claim_query, snoozed_until, assignee, status_at);
create index insights_expected on insights (account_id, value_unit, value_currency, expected_value) where value_mid is not null and status <> 'done';

create trigger outcomes_added   after insert on outcomes     referencing new table as changed_rows for each statement execute function raise_versions('insights');
create trigger outcomes_changed after update on outcomes     referencing new table as changed_rows for each statement execute function raise_versions('insights');
create trigger rules_added      after insert on site_rules   referencing new table as changed_rows for each statement execute function raise_versions('rules');
create trigger rules_changed    after update on site_rules   referencing new table as changed_rows for each statement execute function raise_versions('rules');
create trigger brands_added     after insert on site_brands  referencing new table as changed_rows for each statement execute function raise_versions('rules');
create trigger brands_changed   after update on site_brands  referencing new table as changed_rows for each statement execute function raise_versions('rules');
create trigger changes_added    after insert on site_changes referencing new table as changed_rows for each statement execute function raise_versions('changes');
create trigger changes_removed  after delete on site_changes referencing old table as changed_rows for each statement execute function raise_versions('changes');
