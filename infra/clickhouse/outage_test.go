package clickhouse_test

import (
	"context"
	"fmt"
	"sync"
	"syscall"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	embedded "upslope/infra/embedded/clickhouse"
)

// noHang is longer than any call may take during an outage.
const noHang = 10 * time.Second

// kill sends SIGKILL to the engine. The test then waits for its restart, which on a busy machine takes longer
// than a call waits.
func kill(t *testing.T, server *embedded.Server) {
	t.Helper()
	for deadline := time.Now().Add(noHang); syscall.Kill(server.PID(), syscall.SIGKILL) != nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the engine did not come back")
		}
	}
	t.Cleanup(func() {
		db := openUnmigrated(t, server.URL()+"?database=default")
		for deadline := time.Now().Add(time.Minute); db.Ping(context.Background()) != nil; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("the engine did not come back")
			}
		}
	})
}

func TestKilledDuringInsertsEveryAcknowledgedBatchSurvivesWholeAndOnce(t *testing.T) {
	const (
		kills      = 5
		writers    = 3
		batchRows  = 20_000
		killsEvery = 400 * time.Millisecond
	)
	server := clickhousetest.Server(t)
	db := openAt(t, server.URL())
	exec(t, db, `CREATE TABLE batches (batch String, n UInt64, text String) ENGINE = MergeTree ORDER BY (batch, n)
		SETTINGS non_replicated_deduplication_window = 10000`)

	stop := make(chan struct{})
	var (
		mu           sync.Mutex
		acknowledged = map[string]bool{}
		writing      sync.WaitGroup
	)
	for writer := range writers {
		writing.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				batch := fmt.Sprintf("%d-%d", writer, n)
				if err := insertWhole(t, db, batch, batchRows); err != nil {
					t.Errorf("batch %s: %v is not an outage", batch, err)
					return
				}
				mu.Lock()
				acknowledged[batch] = true
				mu.Unlock()
			}
		})
	}
	for range kills {
		time.Sleep(killsEvery)
		kill(t, server)
	}
	time.Sleep(killsEvery)
	close(stop)
	writing.Wait()

	found := map[string]bool{}
	err := db.Query(t.Context(), "SELECT batch, count(), uniqExact(n) FROM batches GROUP BY batch", nil, func(_ []string, values []any) error {
		found[values[0].(string)] = true
		if values[1] != uint64(batchRows) || values[2] != uint64(batchRows) {
			t.Errorf("batch %s has %v rows, %v of them different, want %d", values[0], values[1], values[2], batchRows)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for batch := range acknowledged {
		if !found[batch] {
			t.Errorf("acknowledged batch %s is lost", batch)
		}
	}
	if len(acknowledged) < writers {
		t.Errorf("only %d batches were written", len(acknowledged))
	}
}

// insertWhole repeats an insert with its token while the engine is away, as a queue redelivers. It counts the
// repeated rows, as syncs do: an engine killed between noting a token and storing its rows has none.
func insertWhole(t *testing.T, db *clickhouse.DB, batch string, rows int) error {
	token, repeated := batch, false
	for {
		err := insertBatch(t.Context(), db, token, batch, rows)
		if err == nil && repeated {
			var stored uint64
			err = db.Query(t.Context(), "SELECT count() FROM batches WHERE batch = {batch:String}", map[string]any{"batch": batch}, func(_ []string, values []any) error {
				stored = values[0].(uint64)
				return nil
			})
			if err == nil && stored == 0 {
				token += "+"
				continue
			}
		}
		if err == nil || upslope.CodeOf(err) != upslope.Unavailable {
			return err
		}
		repeated = true
	}
}

func insertBatch(ctx context.Context, db *clickhouse.DB, token, batch string, rows int) error {
	batches, ns, texts := make([]string, rows), make([]uint64, rows), make([]string, rows)
	for i := range rows {
		batches[i], ns[i], texts[i] = batch, uint64(i), "https://example.com/page/"+fmt.Sprint(i)
	}
	return db.InsertColumns(ctx, "batches", token, []string{"batch", "n", "text"}, batches, ns, texts)
}

func TestReadsSurviveARestart(t *testing.T) {
	server := clickhousetest.Server(t)
	db := openAt(t, server.URL())
	exec(t, db, "CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n")
	exec(t, db, "INSERT INTO t SELECT number FROM numbers(1000)")
	for range 3 {
		before := server.PID()
		kill(t, server)
		started := time.Now()
		if got := count(t, db, "t"); got != 1000 {
			t.Errorf("%d rows, want 1000", got)
		}
		if took := time.Since(started); took > noHang {
			t.Errorf("the read took %s", took)
		}
		if server.PID() == before {
			t.Error("the engine was not started again")
		}
	}
}

func TestTruncatedReadIsAnOutage(t *testing.T) {
	server := clickhousetest.Server(t)
	db := openAt(t, server.URL())
	rows := 0
	err := db.Query(t.Context(), "SELECT number FROM system.numbers", nil, func([]string, []any) error {
		if rows++; rows == 100_000 {
			kill(t, server)
		}
		return nil
	})
	if upslope.CodeOf(err) != upslope.Unavailable {
		t.Errorf("got %v after %d rows, want an outage", err, rows)
	}
}

func TestUnreachableEngineIsAnOutageNotAHang(t *testing.T) {
	ctx := context.Background()
	server, err := embedded.Start(ctx, embedded.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	db := openUnmigrated(t, server.URL()+"?database=default")
	if err := db.Ping(ctx); err != nil {
		t.Fatal(err)
	}
	if err := server.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for call, do := range map[string]func() error{
		"Ping":          func() error { return db.Ping(ctx) },
		"Exec":          func() error { return db.Exec(ctx, "SELECT 1", nil) },
		"InsertColumns": func() error { return db.InsertColumns(ctx, "t", "", []string{"n"}, []uint64{1}) },
		"Query": func() error {
			short, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			return db.Query(short, "SELECT 1", nil, func([]string, []any) error { return nil })
		},
	} {
		group.Go(func() {
			started := time.Now()
			if err := do(); upslope.CodeOf(err) != upslope.Unavailable {
				t.Errorf("%s: got %v, want an outage", call, err)
			}
			if took := time.Since(started); took > noHang {
				t.Errorf("%s took %s", call, took)
			}
		})
	}
	group.Wait()
}

func TestStoppingTheEngineEndsItsQueriesAsAnOutage(t *testing.T) {
	ctx := context.Background()
	server, err := embedded.Start(ctx, embedded.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	db := openUnmigrated(t, server.URL()+"?database=default")
	ended := make(chan error, 1)
	go func() { ended <- db.Exec(ctx, endless, nil) }()
	time.Sleep(200 * time.Millisecond)
	started := time.Now()
	if err := server.Stop(ctx); err != nil {
		t.Error(err)
	}
	if err := <-ended; upslope.CodeOf(err) != upslope.Unavailable {
		t.Errorf("the query: got %v, want an outage", err)
	}
	if took := time.Since(started); took > noHang {
		t.Errorf("stopping took %s", took)
	}
}

func TestServerThatRefusesConnectionsIsAnOutage(t *testing.T) {
	for _, url := range []string{"clickhouse://127.0.0.1:1", "http://127.0.0.1:1", "clickhouse://nowhere.invalid:9000"} {
		db := openUnmigrated(t, url)
		ctx, cancel := context.WithTimeout(t.Context(), noHang)
		if err := db.Ping(ctx); upslope.CodeOf(err) != upslope.Unavailable {
			t.Errorf("%s: got %v, want an outage", url, err)
		}
		cancel()
	}
}

func openUnmigrated(t *testing.T, url string) *clickhouse.DB {
	t.Helper()
	db, err := clickhouse.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
