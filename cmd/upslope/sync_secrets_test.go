package main

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"upslope/simulator"
	"upslope/simulator/world"
)

// Credentials appear in no response, log or dead letter, even when providers fail and echo requests. A
// connection with rejected credentials is read again when its dead letter is replayed.
func TestSecretsAreNeverShownAndLettersAreReplayed(t *testing.T) {
	t.Parallel()
	google := startSimulator(t, simulator.Config{Worlds: []string{world.Small}})
	small := google.World(world.Small)
	p := start(t, t.TempDir(), google.settings(4)...)
	ana := p.signIn("ana@example.com")
	var shown strings.Builder
	show := func() {
		for _, path := range []string{"/api/integrations", "/api/activity", "/api/sites"} {
			_, answer := ana.call("GET", path, nil, nil)
			shown.WriteString(answer)
		}
	}
	const customersKey = "customers-own-key-9876543210"
	site := ana.addWorld(small, google.providers()...)
	for _, kind := range []string{simulator.ServerError, simulator.Truncated, simulator.TooMany, simulator.QuotaUsedUp, ""} {
		google.faults(t)
		if kind != "" {
			google.faults(t, simulator.Fault{Source: "bing", Kind: kind}, simulator.Fault{Source: "semrush", Kind: kind}, simulator.Fault{Source: "pagespeed", Kind: kind})
		}
		for _, asked := range []map[string]any{{"siteId": site}, {"siteId": site, "credentials": map[string]string{"apiKey": customersKey}}} {
			for _, provider := range []string{"bing", "semrush", "pagespeed"} {
				status, answer := ana.call("POST", "/api/integrations/"+provider+"/connect", asked, nil)
				if status != http.StatusOK {
					t.Errorf("%s with %q: %d %s", provider, kind, status, answer)
				}
				shown.WriteString(answer)
			}
		}
		show()
	}
	for _, provider := range google.providers() {
		ana.awaitHistory(provider, site, maxWait)
	}

	// The next day, the service account's key has been deleted.
	p.stop()
	log := p.stderr.String()
	google.today = google.today.AddDate(0, 0, 1)
	google.faults(t, simulator.Fault{Source: "token", Kind: simulator.InvalidGrant})
	p = start(t, p.data, google.settings(4)...)
	ana = p.signIn("ana@example.com")
	ana.recompute(site)
	if found := ana.integration("gsc", site); found.Status != "error" || found.LastError == nil {
		t.Errorf("a connection whose credentials are refused is %+v", found)
	} else {
		shown.WriteString(*found.LastError)
	}
	settings := []string{"DATA_DIR=" + p.data}
	letters, err := command(t, settings, "dead")
	for _, name := range []string{"Google Analytics: ", "Search Console: ", "Google Ads: "} {
		if err != nil || strings.Count(letters, name) != 1 {
			t.Errorf("letters: %v\n%s", err, letters)
		}
	}
	shown.WriteString(letters)
	google.faults(t)
	if printed, err := command(t, settings, "dead", "replay"); err != nil {
		t.Errorf("%v %s", err, printed)
	}
	for _, provider := range google.providers() {
		eventually(t, provider+" is connected again", func() bool { return ana.integration(provider, site).Status == "connected" })
	}
	show()
	p.stop()

	var account struct {
		PrivateKey string `json:"private_key"`
	}
	file, err := os.ReadFile(google.key)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &account); err != nil {
		t.Fatal(err)
	}
	line := strings.Split(account.PrivateKey, "\n")[2]
	for name, secret := range map[string]string{
		"the private key": line, "an access token": "ya29", "an assertion": "assertion=", "Semrush's key": simulator.SemrushKey, "PageSpeed's key": simulator.PageSpeedKey, "the customer's key": customersKey,
	} {
		for where, text := range map[string]string{"an answer": shown.String(), "the log": log + p.stderr.String()} {
			if at := strings.Index(text, secret); at >= 0 {
				t.Errorf("%s is in %s: …%s", name, where, text[max(0, at-200):min(len(text), at+100)])
			}
		}
	}
}
