package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"upslope/infra/postgres/postgrestest"
)

// TestConformance checks what the product requires of a PostgreSQL server: always on the embedded one, and on
// the one at DATABASE_URL when set.
func TestConformance(t *testing.T) {
	t.Run("embedded", func(t *testing.T) { conform(t, postgrestest.Empty(t)) })
	t.Run("DATABASE_URL", func(t *testing.T) {
		server := os.Getenv("DATABASE_URL")
		if server == "" {
			t.Skip("DATABASE_URL is not set")
		}
		conform(t, scratch(t, server))
	})
}

// scratch creates a schema of its own on a server that may hold other data.
func scratch(t *testing.T, server string) string {
	t.Helper()
	schema := "upslope_test_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	conn, err := pgx.Connect(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background()
		if _, err := conn.Exec(ctx, "drop schema "+schema+" cascade"); err != nil {
			t.Error(err)
		}
		_ = conn.Close(ctx)
	})
	if _, err := conn.Exec(t.Context(), "create schema "+schema); err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	values := address.Query()
	values.Set("search_path", schema)
	address.RawQuery = values.Encode()
	return address.String()
}

func conform(t *testing.T, server string) {
	pool, err := pgxpool.New(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	t.Run("version has all that the SQL uses", func(t *testing.T) {
		if version := value[int](t, pool, "select current_setting('server_version_num')::int"); version < 150000 {
			t.Errorf("got %d, want at least 150000", version)
		}
	})
	t.Run("values come back as they were sent", func(t *testing.T) { conformValues(t, pool) })
	t.Run("big results are whole", func(t *testing.T) {
		rows, err := pool.Query(t.Context(), "select n, repeat('x', 100) from generate_series(1, 300000) n order by n")
		if err != nil {
			t.Fatal(err)
		}
		var n, count int
		var text string
		_, err = pgx.ForEachRow(rows, []any{&n, &text}, func() error {
			if count++; n != count || len(text) != 100 {
				return fmt.Errorf("row %d is %d with %d bytes", count, n, len(text))
			}
			return nil
		})
		if err != nil || count != 300000 {
			t.Errorf("got %d rows (%v)", count, err)
		}
	})
	t.Run("copy writes many rows", func(t *testing.T) {
		run(t, pool, "create table copied (n bigint, name text)")
		written, err := pool.CopyFrom(t.Context(), pgx.Identifier{"copied"}, []string{"n", "name"},
			pgx.CopyFromSlice(50000, func(i int) ([]any, error) { return []any{i, fmt.Sprint("name ", i)}, nil }))
		if err != nil || written != 50000 {
			t.Fatalf("wrote %d (%v)", written, err)
		}
		if sum := value[int64](t, pool, "select sum(n)::bigint from copied"); sum != 50000*49999/2 {
			t.Errorf("the sum is %d", sum)
		}
	})
	t.Run("notification arrives after the commit", func(t *testing.T) { conformNotify(t, pool) })
	t.Run("canceled query ends at once", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		began := time.Now()
		_, err := pool.Exec(ctx, "select pg_sleep(20)")
		if !errors.Is(err, context.Canceled) || time.Since(began) > 5*time.Second {
			t.Errorf("got %v after %v", err, time.Since(began))
		}
		eventually(t, func() bool {
			return value[int](t, pool, "select count(*) from pg_stat_activity where query like '%pg_sleep(20)%' and state = 'active' and pid <> pg_backend_pid()") == 0
		})
	})
	t.Run("query past its deadline ends", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := pool.Exec(ctx, "select pg_sleep(20)"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("unique violation names its constraint", func(t *testing.T) {
		run(t, pool, "create table single (name text constraint one_name unique)")
		run(t, pool, "insert into single values ('a')")
		_, err := pool.Exec(t.Context(), "insert into single values ('a')")
		var problem *pgconn.PgError
		if !errors.As(err, &problem) || problem.Code != "23505" || problem.ConstraintName != "one_name" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("one of two conflicting transactions fails", func(t *testing.T) { conformSerializable(t, pool) })
	t.Run("32 queries at once", func(t *testing.T) {
		var group sync.WaitGroup
		for i := range 32 {
			group.Go(func() {
				conn, err := pgx.Connect(t.Context(), server)
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close(context.Background())
				for n := range 20 {
					var got int
					if err := conn.QueryRow(t.Context(), "select $1::int + count(*) from generate_series(1, 1000)", i*100+n).Scan(&got); err != nil || got != i*100+n+1000 {
						t.Errorf("got %d (%v)", got, err)
					}
				}
			})
		}
		group.Wait()
	})
}

func conformValues(t *testing.T, pool *pgxpool.Pool) {
	for _, c := range []struct {
		kind string
		sent any
	}{
		{"uuid", "0195d1b2-7e4c-7bbb-8d0e-2f6b0a4c9d11"},
		{"text", "naïve ‘quotes’ \\ 漢字 🙂"},
		{"text", ""},
		{"text", strings.Repeat("long ", 1<<18)},
		{"jsonb", map[string]any{"a": []any{1.5, "x", nil, true}, "b": map[string]any{}}},
		{"timestamptz", time.Date(2026, 2, 28, 23, 59, 59, 123456000, time.UTC)},
		{"date", time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)},
		{"bigint", int64(math.MaxInt64)},
		{"bigint", int64(math.MinInt64)},
		{"double precision", 0.1},
		{"real", float32(0.25)},
		{"boolean", true},
		{"bytea", []byte{0, 1, 255}},
		{"text[]", []string{"a", "", "b,c", `"d"`}},
		{"bigint[]", []int64{1, -2, math.MaxInt64}},
		{"uuid[]", []string{"0195d1b2-7e4c-7bbb-8d0e-2f6b0a4c9d11"}},
		{"interval", 90 * time.Minute},
	} {
		t.Run(c.kind, func(t *testing.T) {
			got := reflect.New(reflect.TypeOf(c.sent))
			if err := pool.QueryRow(t.Context(), "select $1::"+c.kind, c.sent).Scan(got.Interface()); err != nil {
				t.Fatal(err)
			}
			if when, is := c.sent.(time.Time); is {
				if !when.Equal(got.Elem().Interface().(time.Time)) {
					t.Errorf("got %v, want %v", got.Elem(), when)
				}
			} else if !reflect.DeepEqual(got.Elem().Interface(), c.sent) {
				t.Errorf("got %.100v, want %.100v", got.Elem(), c.sent)
			}
			nothing := reflect.New(reflect.PointerTo(reflect.TypeOf(c.sent)))
			if err := pool.QueryRow(t.Context(), "select null::"+c.kind).Scan(nothing.Interface()); err != nil || !nothing.Elem().IsNil() {
				t.Errorf("null came as %v (%v)", nothing.Elem(), err)
			}
		})
	}
	t.Run("numeric", func(t *testing.T) {
		var got pgtype.Numeric
		if err := pool.QueryRow(t.Context(), "select 12345678901234567890.0123456789::numeric").Scan(&got); err != nil {
			t.Fatal(err)
		}
		if text, err := got.Value(); err != nil || text != "12345678901234567890.0123456789" {
			t.Errorf("got %v (%v)", text, err)
		}
	})
	t.Run("lower case beyond ASCII", func(t *testing.T) {
		if got := value[string](t, pool, "select lower('ÄÉŁ')"); got != "äéł" {
			t.Errorf("got %s", got)
		}
	})
}

func conformNotify(t *testing.T, pool *pgxpool.Pool) {
	listener, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Release()
	if _, err := listener.Exec(t.Context(), "listen conformance"); err != nil {
		t.Fatal(err)
	}
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "select pg_notify('conformance', 'done')"); err != nil {
		t.Fatal(err)
	}
	early, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := listener.Conn().WaitForNotification(early); err == nil {
		t.Error("it arrived before the commit")
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	said, err := listener.Conn().WaitForNotification(soon)
	if err != nil || said.Payload != "done" {
		t.Errorf("got %+v (%v)", said, err)
	}
}

func conformSerializable(t *testing.T, pool *pgxpool.Pool) {
	run(t, pool, "create table doctors (name text, on_call boolean)")
	run(t, pool, "insert into doctors values ('a', true), ('b', true)")
	begin := func() pgx.Tx {
		tx, err := pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.Serializable})
		if err != nil {
			t.Fatal(err)
		}
		return tx
	}
	leave := func(tx pgx.Tx, name string) error {
		var others int
		if err := tx.QueryRow(t.Context(), "select count(*) from doctors where on_call").Scan(&others); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), "update doctors set on_call = false where name = $1", name)
		return err
	}
	first, second := begin(), begin()
	if err := errors.Join(leave(first, "a"), leave(second, "b"), first.Commit(t.Context())); err != nil {
		t.Fatal(err)
	}
	err := second.Commit(t.Context())
	var problem *pgconn.PgError
	if !errors.As(err, &problem) || problem.Code != "40001" {
		t.Errorf("got %v", err)
	}
}

func value[T any](t *testing.T, pool *pgxpool.Pool, query string) (got T) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), query).Scan(&got); err != nil {
		t.Fatal(err)
	}
	return got
}

func run(t *testing.T, pool *pgxpool.Pool, statement string) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// eventually waits up to ten seconds for a condition.
func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it never came to hold")
		}
	}
}
