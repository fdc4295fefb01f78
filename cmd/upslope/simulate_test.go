package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/oauth2/google"
)

func TestSimulateSaysHowItIsReachedAndServesUntilItIsStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rules := filepath.Join(dir, "faults.json")
	if err := os.WriteFile(rules, []byte(`[{"source":"gsc","times":1,"fault":"500"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"simulate"}, []string{"DATA_DIR=" + dir, "SIMULATE_ADDR=127.0.0.1:0", "SIMULATE_FAULTS=" + rules, "SYNC_TODAY=2026-11-20"}, writer, io.Discard)
		_ = writer.Close()
	}()
	said := make([]byte, 16<<10)
	n, err := reader.Read(said)
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	for _, match := range regexp.MustCompile(`(?m)^export (\w+)=(\S+)$`).FindAllStringSubmatch(string(said[:n]), -1) {
		settings[match[1]] = match[2]
	}
	for _, name := range []string{"GA4_BASE_URL", "GA4_ADMIN_BASE_URL", "GSC_BASE_URL", "GOOGLE_ADS_BASE_URL", "BING_BASE_URL", "SEMRUSH_BASE_URL", "PAGESPEED_BASE_URL", "GOOGLE_OAUTH_BASE_URL", "GOOGLE_APPLICATION_CREDENTIALS", "BING_API_KEY", "SEMRUSH_API_KEY", "PAGESPEED_API_KEY"} {
		if settings[name] == "" {
			t.Errorf("%s is not said in %s", name, said[:n])
		}
	}
	if !bytes.Contains(said[:n], []byte("sc-domain:larkspur-outdoor.example")) {
		t.Errorf("the demo's property is not said in %s", said[:n])
	}
	file, err := os.ReadFile(settings["GOOGLE_APPLICATION_CREDENTIALS"])
	if err != nil {
		t.Fatal(err)
	}
	account, err := google.JWTConfigFromJSON(file, "https://www.googleapis.com/auth/webmasters.readonly")
	if err != nil {
		t.Fatal(err)
	}
	client := account.Client(t.Context())
	for _, want := range []int{500, 200} { // the fault rule's, then the real one
		response, err := client.Get(settings["GSC_BASE_URL"] + "/webmasters/v3/sites")
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("the sites are answered with %d, want %d", response.StatusCode, want)
		}
	}
	response, err := http.Get(settings["GSC_BASE_URL"] + "/simulator/totals?world=small&report=gsc_totals&from=2026-11-17&to=2026-11-18")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || strings.Contains(string(text), "2026-11-18") || !strings.Contains(string(text), "2026-11-17") {
		t.Errorf("the final days up to SYNC_TODAY: %s %v", text, err)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("it stopped with %v", err)
	}
}

func TestSimulateRefusesRulesThatItCannotRead(t *testing.T) {
	t.Parallel()
	rules := filepath.Join(t.TempDir(), "faults.json")
	for _, text := range []string{"{", `[{"fault":"earthquake"}]`, `[{"fault":"500","match":"("}]`} {
		if err := os.WriteFile(rules, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := run(t.Context(), []string{"simulate"}, []string{"DATA_DIR=" + t.TempDir(), "SIMULATE_ADDR=127.0.0.1:0", "SIMULATE_FAULTS=" + rules}, io.Discard, io.Discard); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}
