package main

import (
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
	renewed, keyID, opens, err := toolKeys{newer, trackerToken}.again("a1", "t1", sealed)
	if err != nil || !opens || keyID != newer.Primary() || keyID == old.Primary() {
		t.Errorf("key %d of %d, opens %v, %v", keyID, newer.Primary(), opens, err)
	}
	if text, err := (toolKeys{newer, trackerToken}).Open("a1", "t1", renewed); err != nil || text != "token" {
		t.Errorf("%q, %v", text, err)
	}
	for name, keys := range map[string]toolKeys{"other keys": {stranger, trackerToken}, "as a webhook": {newer, webhookSecret}} {
		if _, _, opens, err := keys.again("a1", "t1", sealed); opens || err != nil {
			t.Errorf("%s: opens %v, %v", name, opens, err)
		}
	}
}
