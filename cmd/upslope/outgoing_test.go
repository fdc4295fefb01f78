package main

import (
	"errors"
	"testing"

	"upslope/ingest/connections/secrets"
)

func TestSecretsOfToolsAreEncryptedAgainForTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	old, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	newer, err := old.Add()
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	sealed, _, err := toolKeys{old, trackerToken}.Seal("a1", "t1", "token")
	if err != nil {
		t.Fatal(err)
	}
	renewed, keyID, err := toolKeys{newer, trackerToken}.again("a1", "t1", sealed)
	if err != nil || keyID != newer.Primary() || keyID == old.Primary() {
		t.Errorf("key %d of %d, %v", keyID, newer.Primary(), err)
	}
	if text, err := (toolKeys{newer, trackerToken}).Open("a1", "t1", renewed); err != nil || text != "token" {
		t.Errorf("%q, %v", text, err)
	}
	for name, keys := range map[string]toolKeys{"other keys": {stranger, trackerToken}, "as a webhook": {newer, webhookSecret}} {
		if _, _, err := keys.again("a1", "t1", sealed); !errors.Is(err, errNoKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
