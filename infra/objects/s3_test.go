package objects

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"upslope"
)

func openBucket(t *testing.T, endpoint string) *Store {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	store, err := Open(t.Context(), "s3://uploads?region=auto&use_path_style=true&request_checksum_calculation=when_required&response_checksum_validation=when_required&endpoint="+endpoint, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func TestBucketConforms(t *testing.T) {
	backend := s3mem.New()
	if err := backend.CreateBucket("uploads"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	defer server.Close()
	conform(t, openBucket(t, server.URL))
}

func TestMissingBucketServerIsUnavailable(t *testing.T) {
	store := openBucket(t, "http://127.0.0.1:1")
	began := time.Now()
	err := store.Put(t.Context(), "a", strings.NewReader("x"))
	if upslope.CodeOf(err) != upslope.Unavailable || time.Since(began) > 20*time.Second {
		t.Errorf("got %v after %v", err, time.Since(began))
	}
}
