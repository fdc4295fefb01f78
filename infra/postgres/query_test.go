package postgres_test

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestEveryQueryFitsTheSchema(t *testing.T) {
	statements, err := postgres.Statements()
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), postgrestest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for name, text := range statements {
		numbered, _, err := pgx.NamedArgs{}.RewriteQuery(t.Context(), conn, text, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := conn.Prepare(t.Context(), name, numbered); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Queries are called by a literal name; page also calls name_count, and an export calls export_<kind>.
func TestEveryCalledQueryExistsAndEveryQueryIsCalled(t *testing.T) {
	statements, err := postgres.Statements()
	if err != nil {
		t.Fatal(err)
	}
	literals, called := literalsAndCalls(t)
	for name := range called {
		if _, exists := statements[name]; !exists {
			t.Errorf("query %s is called and does not exist", name)
		}
	}
	for name := range statements {
		base := strings.TrimSuffix(name, "_count")
		kind := strings.ReplaceAll(strings.TrimPrefix(name, "export_"), "_", "-")
		if !literals[name] && !literals[base] && (kind == name || !literals[kind]) {
			t.Errorf("query %s is called by nobody", name)
		}
	}
}

// literalsAndCalls returns the strings in the package's source, and those used as query names.
func literalsAndCalls(t *testing.T) (literals, called map[string]bool) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	literals, called = map[string]bool{}, map[string]bool{}
	text := func(node ast.Node) (string, bool) {
		literal, is := node.(*ast.BasicLit)
		if !is || literal.Kind != token.STRING {
			return "", false
		}
		value, err := strconv.Unquote(literal.Value)
		return value, err == nil
	}
	runs := regexp.MustCompile(`^(one|many|page|exec|rows|joinJob)$`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			if value, is := text(node); is {
				literals[value] = true
			}
			call, is := node.(*ast.CallExpr)
			if !is || len(call.Args) < 3 {
				return true
			}
			function := call.Fun
			if generic, is := function.(*ast.IndexExpr); is {
				function = generic.X
			}
			if name, is := function.(*ast.Ident); is && runs.MatchString(name.Name) {
				if query, is := text(call.Args[2]); is {
					called[query] = true
				}
			}
			return true
		})
	}
	return literals, called
}

func TestMissingRowIsNotFound(t *testing.T) {
	db := postgrestest.Open(t)
	_, err := postgres.One[postgres.Event](t.Context(), db, "outbox_next", pgx.NamedArgs{"max_rows": 1})
	if upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("got %v", err)
	}
}

func TestMissingParameterIsAnError(t *testing.T) {
	db := postgrestest.Open(t)
	if _, err := postgres.One[postgres.Event](t.Context(), db, "outbox_next", nil); err == nil || !strings.Contains(err.Error(), "max_rows") {
		t.Errorf("got %v", err)
	}
}

func TestUniqueViolationIsDistinguished(t *testing.T) {
	db := postgrestest.Open(t)
	const insert = "insert into ended_sessions (session_id, until) values ('a', now())"
	if err := db.Run(t.Context(), insert); err != nil {
		t.Fatal(err)
	}
	err := db.Run(t.Context(), insert)
	if !postgres.Violates(err, "ended_sessions_pkey") || postgres.Violates(err, "sites_pkey") {
		t.Errorf("got %v", err)
	}
}

func TestFailedTransactionLeavesNothing(t *testing.T) {
	db := postgrestest.Open(t)
	refusal := errors.New("refused")
	err := db.Tx(t.Context(), func(tx *postgres.Tx) error {
		if err := tx.Run(t.Context(), "create table never (n int)"); err != nil {
			return err
		}
		return refusal
	})
	if !errors.Is(err, refusal) {
		t.Errorf("got %v", err)
	}
	if err := db.Run(t.Context(), "select from never"); err == nil {
		t.Error("the table is there")
	}
}

func TestConflictingTransactionsAllSucceed(t *testing.T) {
	db := postgrestest.Open(t)
	for _, statement := range []string{"create table counters (id int, n int)", "insert into counters values (1, 0), (2, 0)"} {
		if err := db.Run(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	const raise = "update counters set n = n + 1 where id = $1"
	var both, group sync.WaitGroup
	both.Add(2)
	for _, order := range [][2]int{{1, 2}, {2, 1}} {
		meet := sync.OnceFunc(func() { both.Done(); both.Wait() })
		group.Go(func() {
			err := db.Tx(t.Context(), func(tx *postgres.Tx) error {
				if err := tx.Run(t.Context(), raise, order[0]); err != nil {
					return err
				}
				meet() // both hold one row and want the other's
				return tx.Run(t.Context(), raise, order[1])
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if err := db.Run(t.Context(), "select 1 / (select (min(n) = 2 and max(n) = 2)::int from counters)"); err != nil {
		t.Error("the counters are wrong")
	}
}

func TestSlowQueryPastTheCallersDeadlineIsUnavailable(t *testing.T) {
	db := postgrestest.Open(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	err := db.Run(ctx, "select pg_sleep(10)")
	if upslope.CodeOf(err) != upslope.Unavailable || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestCanceledQueryIsNotAnOutage(t *testing.T) {
	db := postgrestest.Open(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	err := db.Run(ctx, "select pg_sleep(10)")
	if upslope.CodeOf(err) == upslope.Unavailable || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestMigrationsMayRunAtOnceAndAgain(t *testing.T) {
	url := postgrestest.Empty(t)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			db, err := postgres.Open(t.Context(), url)
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			for range 2 {
				if err := db.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}
