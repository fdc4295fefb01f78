package sharing

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"time"
)

// Views that come while others are told of are in a file that is still to be told of.
func TestNoViewIsLostThatComesWhileOthersAreToldOf(t *testing.T) {
	const views = 3000
	counted := int64(0)
	tell := func(_ context.Context, _ string, data []byte) error {
		var batch ViewBatch
		err := json.Unmarshal(data, &batch)
		for _, link := range batch.Views {
			counted += link.Views
		}
		return err
	}
	v, err := OpenViews(t.TempDir(), tell, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var opening sync.WaitGroup
	opening.Go(func() {
		for range views {
			if err := v.Add([32]byte{1}); err != nil {
				t.Error(err)
			}
			time.Sleep(20 * time.Microsecond)
		}
	})
	ended := make(chan struct{})
	go func() { opening.Wait(); close(ended) }()
	for running := true; running; {
		select {
		case <-ended:
			running = false
		default:
		}
		if err := v.send(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if counted != views {
		t.Errorf("%d of %d views are counted", counted, views)
	}
}
