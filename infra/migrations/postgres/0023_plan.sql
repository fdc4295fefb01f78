-- +goose Up

-- What the steps of an insight ask for as data, the other findings that they settle, and what was left out
-- because another insight asks otherwise: actions, also, leftOut.
alter table insights add column plan jsonb not null default '{}';

-- Below the site's floor: lists and totals leave it out while it is open, unless they are asked for it.
alter table insights add column small boolean not null default false;

-- Hours of work: the usual ones of its kind and number of things to change, the owner's own, and those that
-- count.
alter table insights
    add column usual_hours double precision not null default 2,
    add column own_hours double precision check (own_hours between 0.25 and 400),
    add column hours double precision not null default 2;
update insights
set usual_hours = (array[0.5, 2, 6, 16, 40])[least(greatest((effort + 10) / 20, 1), 5)],
    hours = (array[0.5, 2, 6, 16, 40])[least(greatest((effort + 10) / 20, 1), 5)];

-- How much longer a type of insight takes on a site than usual, as its owner last said.
create table site_hours (
    site_id    uuid             not null,
    account_id uuid             not null,
    type       text             not null,
    factor     double precision not null check (factor > 0),
    updated_at timestamptz      not null,
    primary key (site_id, type),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

drop index insights_figures;
create index insights_figures on insights (account_id, site_id) include (
    id, status, resolution, type, score, impact, effort, confidence, value_unit, value_currency, value_low, value_mid, value_high, expected_value,
    claim, claim_query, snoozed_until, assignee, status_at, small, hours);
