package portfolio

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// agencySQL creates an agency of 50 members and 200 clients, and 500 sites with 300 insights each, of which a fifth has no
// value and others claim the same clicks. Ana has 1,500 of them to do, and everybody else 300.
var agencySQL = []string{
	`insert into users (account_id, subject, email, first_name, last_name)
	select accounts.id, 'member_' || n, 'member' || n || '@example.com', 'Member', n::text from accounts, generate_series(1, 49) as n`,
	`insert into members (account_id, user_id, role) select account_id, id, 'member' from users where subject like 'member!_%' escape '!'`,
	`insert into clients (account_id, name) select accounts.id, 'Client ' || n from accounts, generate_series(1, 200) as n`,
	`insert into sites (account_id, name, domain, currency, time_zone, client_id, tags)
	select accounts.id, 'Site ' || n, 'site' || n || '.example', 'EUR', 'UTC', clients.id, array['team ' || n % 10]
	from accounts, generate_series(1, 500) as n, clients where clients.name = 'Client ' || 1 + n % 200`,
	`insert into insights (account_id, site_id, type, entity_type, entity, entity_key, title, summary, instructions, evidence, impact, effort, confidence, score,
	    value_low, value_mid, value_high, value_unit, value_currency, expected_value, status)
	select account_id, sites.id, 'keyword_opportunity', 'page', jsonb_build_object('page', 'https://' || domain || '/products/' || n % 200, 'query', case when n % 3 > 0 then 'query ' || n % 7 else '' end),
	    'key ' || n, 'Write what people look for on page ' || n, repeat('It gets fewer clicks than others at its place. ', 4), repeat('Do this and that on the page. ', 20),
	    jsonb_build_object('window', repeat('figures ', 60)), n % 100, 10 + 20 * (n % 5), 40, n % 100,
	    v / 2, v, 2 * v, case when v > 0 then 'currency' end, case when v > 0 then 'EUR' end, coalesce(.4 * v, 0), 'open'
	from sites, generate_series(1, 300) as n, lateral (select case when n % 5 > 0 then exp(3 * sqrt(-2 * ln(random() + 1e-9)) * cos(6.28 * random())) end as v) as values`,
	`insert into jobs (account_id, site_id, kind, status) select account_id, id, 'recompute', 'done' from sites, generate_series(1, 100)`,
	`insert into scales (account_id, site_id, unit, currency, floor, top, worth, click_value, rests_on, frozen_at)
	select account_id, id, 'currency', 'EUR', 1, 100, 5000 * random(), 1, '{}', now() from sites`,
	`insert into account_scales select account_id, 'currency', 'EUR', sum(worth), 1, 50, now() from scales group by account_id`,
	`update insights set assignee_id = users.id, assignee = 'Ana', due_on = current_date from users where score = 7 and right(entity_key, 1) = $$7$$ and users.subject not like 'member%'`,
	`update insights set assignee_id = users.id, assignee = users.first_name || ' ' || users.last_name, due_on = current_date + 1
	from users, sites where sites.id = insights.site_id and right(entity_key, 1) = $$3$$ and users.subject = 'member_' || 1 + abs(hashtext(insights.id::text)) % 49`,
	`vacuum analyze`,
}

// BenchmarkPortfolio reads the portfolio of an agency with 500 sites and 150,000 insights, 50 members and 200 clients.
func BenchmarkPortfolio(b *testing.B) {
	url := postgrestest.URL(b)
	db, err := postgres.Open(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(db.Close)
	owner := (&analyticstest.Records{DB: db, T: b}).NewOwner()
	conn, err := pgx.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	for _, sql := range agencySQL {
		if _, err := conn.Exec(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
	var me string
	if err := conn.QueryRow(b.Context(), "select id::text from users where subject not like 'member%'").Scan(&me); err != nil {
		b.Fatal(err)
	}
	var client string
	var people, clients, mine int
	if err := conn.QueryRow(b.Context(), `select min(clients.id::text), (select count(*) from members), count(*), (select count(*) from insights where assignee_id = $1) from clients`, me).Scan(&client, &people, &clients, &mine); err != nil {
		b.Fatal(err)
	}
	if people != 50 || clients != 200 || mine != 1500 {
		b.Fatalf("%d members, %d clients, %d insights to do: this is not the agency to measure", people, clients, mine)
	}
	if err := conn.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
	portfolio := &Portfolio{Records: db}
	for name, ask := range map[string]func() error{
		"list": func() error {
			_, _, err := portfolio.Insights(b.Context(), owner.AccountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, Snoozed: new(false)})
			return err
		},
		"my work": func() error {
			_, _, err := portfolio.Insights(b.Context(), owner.AccountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, Assignee: me, Sort: upslope.InsightSort{Key: "dueOn"}})
			return err
		},
		"search": func() error {
			_, _, err := portfolio.Insights(b.Context(), owner.AccountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, Query: "page 17"})
			return err
		},
		"sites": func() error {
			_, _, err := portfolio.Sites(b.Context(), owner.AccountID, upslope.Scope{}, 50, 0, analyticstest.Today)
			return err
		},
		"sites of a client": func() error {
			_, _, err := portfolio.Sites(b.Context(), owner.AccountID, upslope.Scope{ClientID: client}, 50, 0, analyticstest.Today)
			return err
		},
		"list of a client": func() error {
			_, _, err := portfolio.Insights(b.Context(), owner.AccountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, ClientID: client, Snoozed: new(false)})
			return err
		},
		"list of a tag": func() error {
			_, _, err := portfolio.Insights(b.Context(), owner.AccountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, Tag: "team 3", Snoozed: new(false)})
			return err
		},
		"clients": func() error {
			_, err := db.Clients(b.Context(), owner.AccountID)
			return err
		},
		"members": func() error {
			_, err := db.Members(b.Context(), owner.AccountID)
			return err
		},
		"plan of 10 hours": func() error {
			_, err := portfolio.Plan(b.Context(), owner.AccountID, "", 10, analyticstest.Today)
			return err
		},
		"plan of 2000 hours": func() error {
			_, err := portfolio.Plan(b.Context(), owner.AccountID, "", 2000, analyticstest.Today)
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := ask(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
