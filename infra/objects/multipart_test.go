package objects

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"upslope"
)

const most = 1 << 30

// openParts runs the test on each kind of storage, empty.
func openParts(t *testing.T, test func(t *testing.T, store *Store)) {
	t.Run("folder", func(t *testing.T) {
		store, _ := openTemp(t)
		test(t, store)
	})
	t.Run("bucket", func(t *testing.T) { test(t, openFake(t)) })
	t.Run("bucket with a prefix", func(t *testing.T) { test(t, openFake(t, "&prefix=upslope/")) })
}

func openFake(t *testing.T, parameters ...string) *Store {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("uploads"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return openBucket(t, server.URL+strings.Join(parameters, ""))
}

// send uploads a part by presigned URL or PutPart, depending on the storage.
func send(t *testing.T, store *Store, key, uploadID string, number int, text string) upslope.Part {
	t.Helper()
	address, err := store.PartAddress(t.Context(), key, uploadID, number, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	part := upslope.Part{Number: number, Bytes: int64(len(text))}
	if address == "" {
		part.ETag, err = store.PutPart(t.Context(), key, uploadID, number, strings.NewReader(text), most)
		if err != nil {
			t.Fatal(err)
		}
		return part
	}
	req, err := http.NewRequest(http.MethodPut, address, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("send part %d: %v %v", number, res, err)
	}
	defer res.Body.Close()
	part.ETag = strings.Trim(res.Header.Get("ETag"), `"`)
	return part
}

func begin(t *testing.T, store *Store, key string) (uploadID string) {
	t.Helper()
	uploadID, err := store.BeginParts(t.Context(), upslope.Upload{ObjectKey: key, FileName: "große Dateien.csv", SiteID: "the site", CreatedAt: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	return uploadID
}

func content(t *testing.T, store *Store, key string) string {
	t.Helper()
	reader, _, err := store.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const key = "uploads/account/file"

func TestPartsBecomeOneFile(t *testing.T) {
	openParts(t, func(t *testing.T, store *Store) {
		id := begin(t, store, key)
		second, first := send(t, store, key, id, 2, "world"), send(t, store, key, id, 1, strings.Repeat("hello ", 1<<20))
		send(t, store, key, id, 3, "twice")
		third := send(t, store, key, id, 3, "!")
		list, err := store.Parts(t.Context(), key, id)
		if err != nil || len(list) != 3 || list[0] != first || list[1] != second || list[2] != third {
			t.Fatalf("listed %v, want %v %v %v (%v)", list, first, second, third, err)
		}
		if _, err := store.Completed(t.Context(), key, id); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("completed before it is: %v", err)
		}
		if err := store.CompleteParts(t.Context(), key, id, list); err != nil {
			t.Fatal(err)
		}
		whole := strings.Repeat("hello ", 1<<20) + "world!"
		if content(t, store, key) != whole {
			t.Error("the file is not its parts")
		}
		for range 2 { // completing is idempotent
			upload, err := store.Completed(t.Context(), key, id)
			if err != nil || upload.FileName != "große Dateien.csv" || upload.SiteID != "the site" || upload.Bytes != int64(len(whole)) || upload.ObjectKey != key {
				t.Errorf("completed %+v %v", upload, err)
			}
		}
		if _, err := store.Parts(t.Context(), key, id); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("parts of a completed upload: %v", err)
		}
	})
}

func TestUnknownUploadsAreNotFound(t *testing.T) {
	openParts(t, func(t *testing.T, store *Store) {
		mine, theirs := begin(t, store, key), begin(t, store, "uploads/other/file")
		send(t, store, key, mine, 1, "x")
		for _, id := range []string{theirs, "../" + mine, "nothing"} {
			_, err := store.Parts(t.Context(), key, id)
			for _, err := range []error{err, store.CompleteParts(t.Context(), key, id, nil), store.AbortParts(t.Context(), key, id)} {
				if upslope.CodeOf(err) != upslope.NotFound {
					t.Errorf("%s: %v", id, err)
				}
			}
			if _, err := store.Completed(t.Context(), key, id); upslope.CodeOf(err) != upslope.NotFound {
				t.Errorf("%s: %v", id, err)
			}
			if _, err := store.PutPart(t.Context(), key, id, 1, strings.NewReader("x"), most); upslope.CodeOf(err) != upslope.NotFound {
				t.Errorf("%s: %v", id, err)
			}
		}
	})
}

func TestMissingPartsCannotBeCompleted(t *testing.T) {
	openParts(t, func(t *testing.T, store *Store) {
		id := begin(t, store, key)
		first := send(t, store, key, id, 1, "first")
		wrong := first
		wrong.ETag = strings.Repeat("0", len(first.ETag))
		for _, list := range [][]upslope.Part{{wrong}, {first, {Number: 2, ETag: first.ETag, Bytes: 5}}} {
			if err := store.CompleteParts(t.Context(), key, id, list); upslope.CodeOf(err) != upslope.Invalid {
				t.Errorf("%v: %v", list, err)
			}
		}
		if _, _, err := store.Open(t.Context(), key); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("there is a file: %v", err)
		}
		if err := store.CompleteParts(t.Context(), key, id, []upslope.Part{first}); err != nil {
			t.Errorf("the parts did not stay: %v", err)
		}
	})
}

func TestAbortedAndAbandonedUploadsAreGone(t *testing.T) {
	openParts(t, func(t *testing.T, store *Store) {
		aborted, abandoned := begin(t, store, key), begin(t, store, key)
		send(t, store, key, aborted, 1, "x")
		if err := store.AbortParts(t.Context(), key, aborted); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Parts(t.Context(), key, aborted); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("aborted: %v", err)
		}
		send(t, store, key, abandoned, 1, "x")
		if err := store.SweepParts(t.Context(), time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Parts(t.Context(), key, abandoned); err != nil {
			t.Errorf("swept too early: %v", err)
		}
		if err := store.SweepParts(t.Context(), time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Parts(t.Context(), key, abandoned); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("abandoned: %v", err)
		}
	})
}

func TestFailedOrOversizedPartLeavesNothing(t *testing.T) {
	store, folder := openTemp(t)
	id := begin(t, store, key)
	kept := send(t, store, key, id, 1, "first")
	broken := upslope.Errorf(upslope.Invalid, "The request broke off.")
	body := io.MultiReader(strings.NewReader("some"), iotest.ErrReader(broken))
	if _, err := store.PutPart(t.Context(), key, id, 1, body, most); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if _, err := store.PutPart(t.Context(), key, id, 2, strings.NewReader("123456"), 10); upslope.CodeOf(err) != upslope.TooLarge {
		t.Errorf("got %v", err)
	}
	if _, err := store.PutPart(t.Context(), key, id, 1, strings.NewReader("0123456789"), 10); err != nil {
		t.Errorf("a part in place of itself: %v", err)
	}
	send(t, store, key, id, 1, "first")
	if list, err := store.Parts(t.Context(), key, id); err != nil || len(list) != 1 || list[0] != kept {
		t.Errorf("left %v %v", list, err)
	}
	if found := files(t, folder); len(found) != 2 { // the part and about.json
		t.Errorf("left %q", found)
	}
}

func TestConcurrentCompletionIsDoneOnce(t *testing.T) {
	store, _ := openTemp(t)
	id := begin(t, store, key)
	list := []upslope.Part{send(t, store, key, id, 1, strings.Repeat("a", 4<<20)), send(t, store, key, id, 2, "b")}
	var both sync.WaitGroup
	for range 4 {
		both.Go(func() {
			err := store.CompleteParts(context.WithoutCancel(t.Context()), key, id, list)
			if err != nil && upslope.CodeOf(err) != upslope.NotFound { // started after the first completed
				t.Error(err)
			}
		})
	}
	both.Wait()
	if content(t, store, key) != strings.Repeat("a", 4<<20)+"b" {
		t.Error("the file is not its parts")
	}
}

func TestKillWhileJoiningPartsLosesNothing(t *testing.T) {
	store, folder := openTemp(t)
	id := begin(t, store, key)
	list := []upslope.Part{send(t, store, key, id, 1, "first"), send(t, store, key, id, 2, "second")}
	// What a killed process leaves: a partly joined file, or a complete one that about.json does not record.
	for _, left := range []string{"file.00112233445566ff.tmp", "file"} {
		path := filepath.Join(folder, "uploads", "account", left)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("fir"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	again, err := Open(t.Context(), "", folder)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if string(again.PartsKey()) != string(store.PartsKey()) {
		t.Error("the key changed: addresses that are signed are worth nothing after a start")
	}
	if err := again.CompleteParts(t.Context(), key, id, list); err != nil || content(t, again, key) != "firstsecond" {
		t.Errorf("completed %q %v", content(t, again, key), err)
	}
}

func TestOriginOfTheStorage(t *testing.T) {
	store, _ := openTemp(t)
	if origin, err := store.Origin(); origin != "" || err != nil {
		t.Errorf("folder: %q %v", origin, err)
	}
	for address, want := range map[string]string{
		"s3://crawls?region=eu-west-1": "https://crawls.s3.eu-west-1.amazonaws.com",
		"s3://crawls?region=auto&use_path_style=true&endpoint=https://storage.example:9000": "https://storage.example:9000",
	} {
		bucket, err := Open(t.Context(), address, "")
		if err != nil {
			t.Fatal(err)
		}
		if origin, err := bucket.Origin(); origin != want || err != nil {
			t.Errorf("%s: %q %v", address, origin, err)
		}
		_ = bucket.Close()
	}
}
