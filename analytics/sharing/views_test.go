package sharing_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"upslope/analytics/sharing"
)

// counter counts the views it is told of, each batch once.
type counter struct {
	mu      sync.Mutex
	away    bool
	deaf    bool // it counts, but nobody hears that it has
	batches map[string]bool
	views   map[byte]int64 // by the first byte of the token hash
	last    time.Time
}

func (c *counter) tell(_ context.Context, id string, data []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.away {
		return errors.New("away")
	}
	var batch sharing.ViewBatch
	if err := json.Unmarshal(data, &batch); err != nil || batch.ID != id {
		return errors.Join(err, errors.New("not the batch of its id"))
	}
	if c.batches == nil {
		c.batches, c.views = map[string]bool{}, map[byte]int64{}
	}
	if !c.batches[id] {
		c.batches[id] = true
		for _, v := range batch.Views {
			c.views[v.TokenHash[0]] += v.Views
			c.last = v.LastAt
		}
	}
	if c.deaf {
		return errors.New("no answer")
	}
	return nil
}

func (c *counter) set(away, deaf bool) { c.mu.Lock(); defer c.mu.Unlock(); c.away, c.deaf = away, deaf }

func (c *counter) counted(link byte) int64 { c.mu.Lock(); defer c.mu.Unlock(); return c.views[link] }

func openViews(t *testing.T, folder string, c *counter) *sharing.Views {
	t.Helper()
	views, err := sharing.OpenViews(folder, c.tell, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return views
}

func add(t *testing.T, views *sharing.Views, link byte, times int) {
	t.Helper()
	for range times {
		if err := views.Add([32]byte{link}); err != nil {
			t.Fatal(err)
		}
	}
}

// runs tells of views until stop is called.
func runs(t *testing.T, views *sharing.Views) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); views.Run(ctx) }()
	stop = sync.OnceFunc(func() { cancel(); <-ended })
	t.Cleanup(stop)
	return stop
}

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 400 {
		if is() {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

func TestEveryViewIsCountedOnce(t *testing.T) {
	folder, c := t.TempDir(), &counter{}
	views := openViews(t, folder, c)
	runs(t, views)
	var viewers sync.WaitGroup
	for range 4 {
		viewers.Go(func() {
			for i := range 500 {
				add(t, views, byte(i%2), 1)
				if i%100 == 0 {
					time.Sleep(100 * time.Millisecond)
				}
			}
		})
	}
	viewers.Wait()
	waitFor(t, "all are counted", func() bool { return c.counted(0) == 1000 && c.counted(1) == 1000 })
	waitFor(t, "nothing is left", func() bool { left, _ := os.ReadDir(folder); return len(left) == 0 })
	if time.Since(c.last) > time.Minute || c.last.After(time.Now()) {
		t.Errorf("last at %v", c.last)
	}
}

func TestViewsWaitWhileNobodyCanBeTold(t *testing.T) {
	folder, c := t.TempDir(), &counter{}
	c.set(true, false)
	views := openViews(t, folder, c)
	add(t, views, 1, 10) // all in one file, before the first telling begins another
	stop := runs(t, views)
	time.Sleep(1200 * time.Millisecond)
	add(t, views, 1, 10)
	stop() // the process ends meanwhile
	again := openViews(t, folder, c)
	add(t, again, 1, 10)
	c.set(false, true) // it counts what it is told, and its answer is lost
	runs(t, again)
	waitFor(t, "the first are counted", func() bool { return c.counted(1) >= 10 })
	c.set(false, false)
	waitFor(t, "all are counted", func() bool { return c.counted(1) == 30 })
	waitFor(t, "nothing is left", func() bool { left, _ := os.ReadDir(folder); return len(left) == 0 })
	if got := c.counted(1); got != 30 {
		t.Errorf("%d views of 30 are counted", got)
	}
}

// A process that is killed leaves its file as it is; a machine that loses its power may leave half a record.
func TestViewsOutliveTheirProcess(t *testing.T) {
	folder, c := t.TempDir(), &counter{}
	add(t, openViews(t, folder, c), 1, 7)
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(left) != 1 {
		t.Fatalf("%q, %v", left, err)
	}
	file, err := os.OpenFile(left[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(make([]byte, 17)); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	runs(t, openViews(t, folder, c))
	waitFor(t, "they are counted", func() bool { return c.counted(1) == 7 })
	if got := c.counted(0); got != 0 {
		t.Errorf("half a record is %d views", got)
	}
}
