package connections_test

import (
	"context"
	"errors"
	"testing"

	"upslope"
	"upslope/infra/postgres"
	"upslope/ingest/connections"
	"upslope/ingest/connections/secrets"
)

// interrupted is a store that fails after some writes.
type interrupted struct {
	*postgres.DB
	left int
}

var errInterrupted = errors.New("interrupted")

func (i *interrupted) ReplaceSecret(ctx context.Context, credential upslope.Credential, secret []byte, keyID int64) error {
	if i.left--; i.left < 0 {
		return errInterrupted
	}
	return i.DB.ReplaceSecret(ctx, credential, secret, keyID)
}

func TestRotationIsResumedAndLeavesOutWhatNoKeyOpens(t *testing.T) {
	w := bench(t)
	ctx := t.Context()
	for i := range 7 {
		id, err := w.db.KeepCredential(ctx, w.account, upslope.SemrushKey, string(rune('a'+i)), func(id string) ([]byte, int64, error) {
			sealed, err := w.deps.Keys.Seal(secrets.Of(goodKey), secrets.Owner{AccountID: w.account, CredentialID: id, Kind: upslope.SemrushKey})
			return sealed, w.deps.Keys.Primary(), err
		})
		if err != nil || id == "" {
			t.Fatal(err)
		}
	}
	if _, err := w.db.KeepCredential(ctx, w.account, upslope.SemrushKey, "lost", func(string) ([]byte, int64, error) { return []byte("noise"), 7, nil }); err != nil {
		t.Fatal(err)
	}
	added, err := w.deps.Keys.Add()
	if err != nil {
		t.Fatal(err)
	}
	if rotated, _, err := connections.Rotate(ctx, &interrupted{w.db, 3}, added); !errors.Is(err, errInterrupted) || rotated != 3 {
		t.Errorf("%d rotated, %v", rotated, err)
	}
	if rotated, lost, err := connections.Rotate(ctx, w.db, added); err != nil || rotated != 4 || lost != 1 {
		t.Errorf("%d rotated and %d lost the second time, %v", rotated, lost, err)
	}
	if rotated, lost, err := connections.Rotate(ctx, w.db, added); err != nil || rotated != 0 || lost != 1 {
		t.Errorf("%d rotated and %d lost the third time, %v", rotated, lost, err)
	}
	credentials, err := w.db.Credentials(ctx, w.account)
	if err != nil || len(credentials) != 8 {
		t.Fatalf("%d credentials, %v", len(credentials), err)
	}
	for _, credential := range credentials {
		if credential.Label == "lost" {
			continue
		}
		secret, err := added.Open(credential.Secret, secrets.Owner{AccountID: w.account, CredentialID: credential.ID, Kind: credential.Kind})
		if err != nil || secret.Reveal() != goodKey || credential.KeyID != added.Primary() {
			t.Errorf("%s: %v, key %d", credential.Label, err, credential.KeyID)
		}
	}
}
