// Package deployment checks the deployment files and their runbooks without deploying: it parses them and
// compares them with the program. The files are in docker, companion, compose, systemd, fly and monitoring.
package deployment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
	natsserver "github.com/nats-io/nats-server/v2/server"
)

const root = "../.."

type check struct {
	Path, Type string
	Port       int
	Timeout    string
	Processes  []string
}

// flyApp is what matters here of a fly.toml.
type flyApp struct {
	App         string
	Primary     string `toml:"primary_region"`
	KillTimeout string `toml:"kill_timeout"`
	Build       struct{ Dockerfile, Image string }
	Deploy      struct {
		ReleaseCommand string `toml:"release_command"`
		MaxUnavailable int    `toml:"max_unavailable"`
	}
	Env         map[string]string
	Processes   map[string]string
	Checks      map[string]check
	HTTPService struct {
		Processes    []string
		InternalPort int    `toml:"internal_port"`
		MinMachines  int    `toml:"min_machines_running"`
		AutoStop     string `toml:"auto_stop_machines"`
		Checks       []check
	} `toml:"http_service"`
	Mounts []struct {
		Source, Destination string
		Processes           []string
	}
	Files []struct {
		LocalPath string `toml:"local_path"`
	}
	Metrics struct {
		Port int
		Path string
	}
	VM []struct{ Processes []string } `toml:"vm"`
}

func flyConfig(t *testing.T, file string) flyApp {
	t.Helper()
	var app flyApp
	if _, err := toml.DecodeFile(filepath.Join(root, file), &app); err != nil {
		t.Fatal(err)
	}
	return app
}

func TestFlyRunsEveryPartAndMigratesBeforeARelease(t *testing.T) {
	app := flyConfig(t, "fly.toml")
	used := []string{app.Deploy.ReleaseCommand}
	for _, part := range []string{"edge", "ingest", "analytics"} {
		if app.Processes[part] == "" {
			t.Errorf("no process group runs %s", part)
		}
		used = append(used, app.Processes[part])
	}
	known := commands(t)
	for _, command := range used {
		if !known[command] {
			t.Errorf("fly.toml runs %q, which the program does not know", command)
		}
	}
	if app.Deploy.ReleaseCommand != "migrate" {
		t.Errorf("before a release it runs %q, want migrate", app.Deploy.ReleaseCommand)
	}
	if !slices.Equal(app.HTTPService.Processes, []string{"edge"}) {
		t.Errorf("http goes to %q, want the edge alone", app.HTTPService.Processes)
	}
	if !strings.HasSuffix(app.Env["ADDR"], ":8080") || app.HTTPService.InternalPort != 8080 {
		t.Errorf("ADDR %q and internal_port %d differ", app.Env["ADDR"], app.HTTPService.InternalPort)
	}
	if app.Env["APP_ENV"] != "production" {
		t.Errorf("APP_ENV is %q, want production", app.Env["APP_ENV"])
	}
	if near := "http://" + app.Primary + ".edge.process." + app.App + ".internal:8080"; app.Env["PRIMARY_REGION"] != app.Primary || app.Env["PRIMARY_URL"] != near {
		t.Errorf("edges elsewhere ask %s in %s, want %s in %s", app.Env["PRIMARY_URL"], app.Env["PRIMARY_REGION"], near, app.Primary)
	}
	names := settings(t)
	for name := range app.Env {
		if !names[name] {
			t.Errorf("fly.toml sets %s, which is no setting", name)
		}
	}
	if _, err := os.Stat(filepath.Join(root, app.Build.Dockerfile)); err != nil {
		t.Errorf("the Dockerfile that fly.toml names: %v", err)
	}
}

func TestFlyWatchesEveryPartAndKeepsItsData(t *testing.T) {
	app := flyConfig(t, "fly.toml")
	parts := []string{"edge", "ingest", "analytics"}
	if len(app.HTTPService.Checks) != 1 || app.HTTPService.Checks[0].Path != "/readyz" {
		t.Errorf("the edge's checks are %+v, want /readyz", app.HTTPService.Checks)
	}
	if app.HTTPService.MinMachines < 2 || app.HTTPService.AutoStop != "off" || app.Deploy.MaxUnavailable != 1 {
		t.Error("a deployment, or a quiet hour, leaves fewer than one edge")
	}
	if !strings.HasSuffix(app.Env["METRICS_ADDR"], ":9090") || app.Metrics.Port != 9090 || app.Metrics.Path != "/metrics" {
		t.Errorf("METRICS_ADDR %q and what is scraped, %+v, differ", app.Env["METRICS_ADDR"], app.Metrics)
	}
	ready := app.Checks["ready"]
	if ready.Port != 9090 || ready.Path != "/readyz" || ready.Type != "http" || !slices.Equal(ready.Processes, parts[1:]) {
		t.Errorf("workers are checked by %+v", ready)
	}
	if len(app.Mounts) != 1 || app.Mounts[0].Destination != app.Env["DATA_DIR"] || !slices.Equal(app.Mounts[0].Processes, parts) {
		t.Errorf("DATA_DIR %s is not on a volume of every part: %+v", app.Env["DATA_DIR"], app.Mounts)
	}
	var sized []string
	for _, vm := range app.VM {
		sized = append(sized, vm.Processes...)
	}
	if !slices.Equal(sized, parts) {
		t.Errorf("machines have sizes for %q, want %q", sized, parts)
	}
	if limit, err := time.ParseDuration(app.KillTimeout); err != nil || limit < stopTime(t) {
		t.Errorf("a part gets %v to stop, and needs %v", app.KillTimeout, stopTime(t))
	}
}

func TestFlyEnginesKeepTheirData(t *testing.T) {
	for folder, want := range map[string]string{"nats": "/data", "clickhouse": "/var/lib/clickhouse"} {
		app := flyConfig(t, "infra/fly/"+folder+"/fly.toml")
		if app.App != "upslope-"+folder || len(app.Mounts) != 1 || app.Mounts[0].Destination != want || len(app.Checks) != 1 {
			t.Errorf("%s: %+v", folder, app)
		}
		services, _ := composeServices(t)
		if app.Build.Image != services[folder].Image {
			t.Errorf("%s runs %s on Fly.io and %s with Compose", folder, app.Build.Image, services[folder].Image)
		}
		for _, file := range app.Files {
			if _, err := os.Stat(filepath.Join(root, "infra/fly", folder, file.LocalPath)); err != nil {
				t.Error(err)
			}
		}
	}
	companion := flyConfig(t, "infra/fly/companion/fly.toml")
	for name := range companion.Env {
		if !companionSettings(t)[name] {
			t.Errorf("the companion has %s, which is no setting of it", name)
		}
	}
}

func TestNATSClusterHasThreeServersThatKnowEachOther(t *testing.T) {
	app := flyConfig(t, "infra/fly/nats/fly.toml")
	t.Setenv("NATS_PASSWORD", "password")
	options, err := natsserver.ProcessConfigFile(filepath.Join(root, "infra/fly/nats/nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if !options.JetStream || options.StoreDir != app.Mounts[0].Destination || options.Username != "upslope" || options.Password != "password" {
		t.Errorf("the servers store in %q, with the user %q", options.StoreDir, options.Username)
	}
	if options.HTTPPort != app.Checks["healthy"].Port || len(app.Processes) != 3 || len(options.Routes) != 3 {
		t.Errorf("%d servers, %d routes, checked on port %d of %d", len(app.Processes), len(options.Routes), app.Checks["healthy"].Port, options.HTTPPort)
	}
	for _, route := range options.Routes {
		name, rest, _ := strings.Cut(route.Hostname(), ".")
		if !strings.HasSuffix(app.Processes[name], " --name "+name) || rest != "process."+app.App+".internal" {
			t.Errorf("the route to %s leads to none of %v", route.Host, app.Processes)
		}
	}
	if flyConfig(t, "fly.toml").Env["NATS_REPLICAS"] != "3" {
		t.Error("jobs are not stored on all three servers")
	}
}
