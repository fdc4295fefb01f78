package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"upslope/ingest/providers/registry"
	"upslope/simulator"
	"upslope/simulator/world"
)

// simulate serves generated sites in the wire formats of all providers, and prints the settings for upslope
// dev.
func simulate(ctx context.Context, config Config, stdout io.Writer) error {
	faults, err := readFaults(config.SimulateFaults)
	if err != nil {
		return err
	}
	account := filepath.Join(config.DataDir, "simulated-service-account.json")
	options := simulator.Config{Seed: config.SimulateSeed, Faults: faults}
	if earlier, err := os.ReadFile(account); err == nil { // copies of an earlier key file stay valid
		if options.Key, err = simulator.ReadKey(earlier); err != nil {
			return fmt.Errorf("%s cannot be used again, delete it: %w", account, err)
		}
	}
	if config.SyncToday != "" {
		options.Today = func() time.Time { return config.today(time.UTC) }
	}
	server, err := simulator.New(options)
	if err != nil {
		return fmt.Errorf("start the simulator: %w", err)
	}
	listener, err := listen(ctx, config.SimulateAddr)
	if err != nil {
		return fmt.Errorf("SIMULATE_ADDR: %w", err)
	}
	base := "http://" + listener.Addr().String()
	err = writeServiceAccount(server, account, base+"/token")
	if err == nil {
		err = introduce(stdout, server, base, account)
	}
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	serving := &http.Server{Handler: server.Handler(), ReadHeaderTimeout: 10 * time.Second}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		stopped <- serving.Close()
	}()
	if err := serving.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the simulator: %w", err)
	}
	return <-stopped
}

// readFaults reads the rules of a JSON file; without a path there are none.
func readFaults(path string) ([]simulator.Fault, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read SIMULATE_FAULTS: %w", err)
	}
	var faults []simulator.Fault
	if err := json.Unmarshal(text, &faults); err != nil {
		return nil, fmt.Errorf("SIMULATE_FAULTS: %s is not a list of rules: %w", path, err)
	}
	return faults, nil
}

func writeServiceAccount(server *simulator.Server, path, tokenURI string) error {
	account, err := server.ServiceAccountJSON(tokenURI)
	if err != nil {
		return fmt.Errorf("make a service account: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make DATA_DIR: %w", err)
	}
	if err := os.WriteFile(path, account, 0o600); err != nil {
		return fmt.Errorf("write the service account: %w", err)
	}
	return nil
}

// introduce prints the settings that connect upslope dev to the simulator, and its properties.
func introduce(stdout io.Writer, server *simulator.Server, base, file string) error {
	var text strings.Builder
	fmt.Fprintf(&text, "The simulator is ready at %s\n\nFor upslope dev:\n\n", base)
	for _, setting := range registry.All().Settings() {
		if setting.BaseURL {
			fmt.Fprintf(&text, "export %s=%s\n", setting.Name, base)
		}
	}
	fmt.Fprintf(&text, "export GOOGLE_OAUTH_BASE_URL=%s\n", base)
	fmt.Fprintf(&text, "export GOOGLE_APPLICATION_CREDENTIALS=%s\nexport BING_API_KEY=%s\nexport SEMRUSH_API_KEY=%s\nexport PAGESPEED_API_KEY=%s\n", file, simulator.BingKey, simulator.SemrushKey, simulator.PageSpeedKey)
	fmt.Fprintf(&text, "\nOr, to sign in as %s instead of the service account:\n\nexport GOOGLE_CLIENT_ID=simulated GOOGLE_CLIENT_SECRET=simulated\n\n", simulator.Owner)
	fmt.Fprintf(&text, "%-10s  %-26s  %-38s  %-10s  %s\n", "world", "domain", "Search Console", "GA4", "Google Ads")
	for _, w := range server.Worlds() {
		if w.Manager == "" {
			fmt.Fprintf(&text, "%-10s  %-26s  %-38s  %-10s  %s\n", w.Name, w.Domain, w.GSCSite, w.GA4ID, w.AdsID)
		}
	}
	fmt.Fprintf(&text, "%-10s  %d more, such as %s; their Google Ads need GOOGLE_ADS_LOGIN_CUSTOMER_ID=%s\n", world.Agency, world.AgencyClients, server.World(world.Agency+"/0").GSCSite, world.AgencyManager)
	fmt.Fprintf(&text, "\nFaults: POST %s/simulator/faults. Counters: GET %s/simulator/requests. Truth: GET %s/simulator/totals?world=demo&report=gsc_pages\n", base, base, base)
	_, err := io.WriteString(stdout, text.String())
	return err
}
