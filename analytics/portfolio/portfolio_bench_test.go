package portfolio

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// agencySQL creates an agency of 50 members, 200 clients and 500 sites.
var agencySQL = []string{
	`insert into users (account_id, subject, email, first_name, last_name)
	select accounts.id, 'member_' || n, 'member' || n || '@example.com', 'Member', n::text from accounts, generate_series(1, 49) as n`,
	`insert into members (account_id, user_id, role) select account_id, id, 'member' from users where subject like 'member!_%' escape '!'`,
	`insert into clients (account_id, name) select accounts.id, 'Client ' || n from accounts, generate_series(1, 200) as n`,
	`insert into sites (account_id, name, domain, currency, time_zone, client_id, tags)
	select accounts.id, 'Site ' || n, 'site' || n || '.example', 'EUR', 'UTC', clients.id, array['team ' || n % 10]
	from accounts, generate_series(1, 500) as n, clients where clients.name = 'Client ' || 1 + n % 200`,
	`insert into jobs (account_id, site_id, kind, status) select account_id, id, 'recompute', 'done' from sites, generate_series(1, 100)`,
	`insert into scales (account_id, site_id, unit, currency, floor, top, worth, click_value, rests_on, frozen_at)
	select account_id, id, 'currency', 'EUR', 1, 100, 5000 * random(), 1, '{}', now() from sites`,
	`insert into account_scales select account_id, 'currency', 'EUR', sum(worth), 1, 50, now() from scales group by account_id`,
}

// insightsSQL gives every site the insights from $1 to $2, of which a fifth has no value and others claim the
// same clicks.
const insightsSQL = `insert into insights (account_id, site_id, type, entity_type, entity, entity_key, title, summary, instructions, evidence, impact, effort, confidence, score,
	    value_low, value_mid, value_high, value_unit, value_currency, expected_value, status)
	select account_id, sites.id, 'keyword_opportunity', 'page', jsonb_build_object('page', 'https://' || domain || '/products/' || n % 200, 'query', case when n % 3 > 0 then 'query ' || n % 7 else '' end),
	    'key ' || n, 'Write what people look for on page ' || n, repeat('It gets fewer clicks than others at its place. ', 4), repeat('Do this and that on the page. ', 20),
	    jsonb_build_object('window', repeat('figures ', 60)), n % 100, 10 + 20 * (n % 5), 40, n % 100,
	    v / 2, v, 2 * v, case when v > 0 then 'currency' end, case when v > 0 then 'EUR' end, coalesce(.4 * v, 0), 'open'
	from sites, generate_series($1::int, $2::int) as n, lateral (select case when n % 5 > 0 then exp(3 * sqrt(-2 * ln(random() + 1e-9)) * cos(6.28 * random())) end as v) as values`

// workSQL gives Ana one insight in a hundred to do, and everybody else their share of a tenth.
var workSQL = []string{
	`update insights set assignee_id = users.id, assignee = 'Ana', due_on = current_date from users where score = 7 and right(entity_key, 1) = $$7$$ and users.subject not like 'member%'`,
	`update insights set assignee_id = users.id, assignee = users.first_name || ' ' || users.last_name, due_on = current_date + 1
	from users, sites where sites.id = insights.site_id and right(entity_key, 1) = $$3$$ and users.subject = 'member_' || 1 + abs(hashtext(insights.id::text)) % 49`,
	`vacuum analyze`,
}

// agency is an account of 500 sites without insights.
type agency struct {
	db                    *postgres.DB
	conn                  *pgx.Conn
	accountID, me, client string // me is its owner, client one of its clients
}

func openAgency(b *testing.B) agency {
	url := postgrestest.URL(b)
	db, err := postgres.Open(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(db.Close)
	a := agency{db: db, accountID: (&analyticstest.Records{DB: db, T: b}).NewOwner().AccountID}
	if a.conn, err = pgx.Connect(b.Context(), url); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = a.conn.Close(context.Background()) })
	a.exec(b, agencySQL...)
	var people, clients int
	err = a.conn.QueryRow(b.Context(), `select (select user_id::text from members where role = 'owner'), min(clients.id::text), (select count(*) from members), count(*) from clients`).Scan(&a.me, &a.client, &people, &clients)
	if err != nil || people != 50 || clients != 200 {
		b.Fatalf("%d members and %d clients: this is not the agency to measure: %v", people, clients, err)
	}
	return a
}

func (a agency) exec(b *testing.B, statements ...string) {
	b.Helper()
	for _, sql := range statements {
		if _, err := a.conn.Exec(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPortfolio reads the portfolio of an agency with 500 sites, 50 members and 200 clients, and 20,000
// and 150,000 insights.
func BenchmarkPortfolio(b *testing.B) {
	a := openAgency(b)
	last := 0
	for _, perSite := range []int{40, 300} { // what sites have, and many more
		if _, err := a.conn.Exec(b.Context(), insightsSQL, last+1, perSite); err != nil {
			b.Fatal(err)
		}
		last = perSite
		a.exec(b, workSQL...)
		for name, ask := range a.asked(b.Context()) {
			b.Run(fmt.Sprintf("%d insights a site, %s", perSite, name), func(b *testing.B) {
				for b.Loop() {
					if err := ask(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// asked is what the people of an agency ask for.
func (a agency) asked(ctx context.Context) map[string]func() error {
	portfolio := &Portfolio{Records: a.db}
	return map[string]func() error{
		"list": func() error {
			_, _, err := portfolio.Insights(ctx, a.accountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, Snoozed: new(false)})
			return err
		},
		"my work": func() error {
			_, _, err := portfolio.Insights(ctx, a.accountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, Assignee: a.me, Sort: upslope.InsightSort{Key: "dueOn"}})
			return err
		},
		"search": func() error {
			_, _, err := portfolio.Insights(ctx, a.accountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, Query: "page 17"})
			return err
		},
		"sites": func() error {
			_, _, err := portfolio.Sites(ctx, a.accountID, upslope.Scope{}, 50, 0, analyticstest.Today)
			return err
		},
		"sites of a client": func() error {
			_, _, err := portfolio.Sites(ctx, a.accountID, upslope.Scope{ClientID: a.client}, 50, 0, analyticstest.Today)
			return err
		},
		"list of a client": func() error {
			_, _, err := portfolio.Insights(ctx, a.accountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, ClientID: a.client, Snoozed: new(false)})
			return err
		},
		"list of a tag": func() error {
			_, _, err := portfolio.Insights(ctx, a.accountID, upslope.InsightFilter{Limit: 50, Now: analyticstest.Today, Tag: "team 3", Snoozed: new(false)})
			return err
		},
		"clients": func() error {
			_, err := a.db.Clients(ctx, a.accountID)
			return err
		},
		"members": func() error {
			_, err := a.db.Members(ctx, a.accountID)
			return err
		},
		"plan of 10 hours": func() error {
			_, err := portfolio.Plan(ctx, a.accountID, "", 10, analyticstest.Today)
			return err
		},
		"plan of 2000 hours": func() error {
			_, err := portfolio.Plan(ctx, a.accountID, "", 2000, analyticstest.Today)
			return err
		},
	}
}
