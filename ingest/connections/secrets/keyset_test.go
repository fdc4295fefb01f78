package secrets_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"upslope/ingest/connections/secrets"
)

var owner = secrets.Owner{AccountID: "a1", CredentialID: "c1", Kind: "semrush_key"}

func keyset(t *testing.T) *secrets.Keyset {
	t.Helper()
	keys, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func seal(t *testing.T, keys *secrets.Keyset, text string) []byte {
	t.Helper()
	sealed, err := keys.Seal(secrets.Of(text), owner)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestWhatIsSealedOpensForItsOwnerOnly(t *testing.T) {
	keys := keyset(t)
	sealed := seal(t, keys, "hunter2")
	if bytes.Contains(sealed, []byte("hunter2")) {
		t.Error("the secret stands in what was sealed")
	}
	if got, err := keys.Open(sealed, owner); err != nil || got.Reveal() != "hunter2" {
		t.Errorf("opened %q, %v", got.Reveal(), err)
	}
	for _, other := range []secrets.Owner{
		{AccountID: "a2", CredentialID: "c1", Kind: "semrush_key"},
		{AccountID: "a1", CredentialID: "c2", Kind: "semrush_key"},
		{AccountID: "a1", CredentialID: "c1", Kind: "pagespeed_key"},
		{AccountID: "a1c", CredentialID: "1", Kind: "semrush_key"}, // the same letters, split elsewhere
		{AccountID: "a1c1", CredentialID: "", Kind: "semrush_key"},
	} {
		if got, err := keys.Open(sealed, other); err == nil {
			t.Errorf("opens for %+v: %q", other, got.Reveal())
		}
	}
}

func TestAnAddedKeyEncryptsAndTheOldOneStillOpens(t *testing.T) {
	old := keyset(t)
	sealed := seal(t, old, "before")
	text, err := old.Export()
	if err != nil {
		t.Fatal(err)
	}
	read, err := secrets.Parse(" " + text + "\n")
	if err != nil {
		t.Fatal(err)
	}
	added, err := read.Add()
	if err != nil {
		t.Fatal(err)
	}
	if added.Primary() == old.Primary() || read.Primary() != old.Primary() {
		t.Errorf("primary keys %d, %d, %d", old.Primary(), read.Primary(), added.Primary())
	}
	if got, err := added.Open(sealed, owner); err != nil || got.Reveal() != "before" {
		t.Errorf("the old ciphertext opens as %q, %v", got.Reveal(), err)
	}
	after := seal(t, added, "after")
	if _, err := old.Open(after, owner); err == nil {
		t.Error("the old keyset opens what the new key sealed")
	}
	newest, err := added.Newest()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := newest.Open(after, owner); err != nil || got.Reveal() != "after" || newest.Primary() != added.Primary() {
		t.Errorf("the newest key alone opens %q, %v", got.Reveal(), err)
	}
	if _, err := newest.Open(sealed, owner); err == nil {
		t.Error("the old key was not taken out")
	}
}

func TestWhatIsNoKeysetIsRefusedWithoutShowingIt(t *testing.T) {
	for _, text := range []string{"", "hunter2!", "{", `{"primaryKeyId":1,"key":"hunter2"}`, "aHVudGVyMg=="} {
		if _, err := secrets.Parse(text); err == nil || strings.Contains(err.Error(), "unter2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestASecretIsShownNowhere(t *testing.T) {
	secret := secrets.Of("hunter2")
	holder := struct {
		Key    secrets.Secret
		Keys   []secrets.Secret
		hidden secrets.Secret
	}{secret, []secrets.Secret{secret}, secret}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%p", "%T|%[1]v"} {
		fmt.Fprintf(&out, verb+"\n", secret)
		fmt.Fprintf(&out, verb+"\n", holder)
		fmt.Fprintf(&out, verb+"\n", &secret)
	}
	fmt.Fprintln(&out, fmt.Errorf("wrapped: %w %v", os.ErrNotExist, secret))
	if err := json.NewEncoder(&out).Encode(map[secrets.Secret]any{secret: holder}); err != nil {
		t.Fatal(err)
	}
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Info("logged", "secret", secret, "holder", holder, "pointer", &holder)
	}
	for _, leaked := range []string{"hunter2", fmt.Sprintf("%x", "hunter2"), fmt.Sprintf("%X", "hunter2")} {
		if strings.Contains(out.String(), leaked) {
			t.Errorf("%s stands in:\n%s", leaked, out.String())
		}
	}
	if !strings.Contains(out.String(), "[redacted]") {
		t.Error("nothing says that something was hidden")
	}
}

func TestTheKeysetOfAMachineIsMadeOnceAndPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "keyset")
	var wait sync.WaitGroup
	primaries := make([]int64, 8)
	for i := range primaries {
		wait.Go(func() {
			keys, err := secrets.OpenFile(path)
			if err != nil {
				t.Error(err)
				return
			}
			primaries[i] = keys.Primary()
		})
	}
	wait.Wait()
	for _, primary := range primaries {
		if primary != primaries[0] {
			t.Fatalf("several keysets were made: %v", primaries)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".keyset-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
