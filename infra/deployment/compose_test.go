package deployment

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"go.yaml.in/yaml/v3"

	"upslope/infra/clickhouse"
	"upslope/infra/objects"
	"upslope/infra/postgres"
	"upslope/infra/replica"
)

type service struct {
	Image, Restart string
	Build          struct{ Context, Dockerfile string }
	Command        []string
	EnvFile        string `yaml:"env_file"`
	Environment    map[string]string
	Volumes        []string
	StopPeriod     string `yaml:"stop_grace_period"`
	Healthcheck    struct{ Test []string }
	DependsOn      yaml.Node `yaml:"depends_on"`
}

const composeFolder = "infra/compose"

func composeServices(t *testing.T) (services map[string]service, volumes map[string]any) {
	t.Helper()
	var file struct {
		Services map[string]service
		Volumes  map[string]any
	}
	if err := yaml.Unmarshal([]byte(read(t, composeFolder+"/compose.yml")), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Services) < 8 {
		t.Fatalf("compose.yml has %d services", len(file.Services))
	}
	return file.Services, file.Volumes
}

func TestComposeRunsEveryPartAsTheProgramNeedsIt(t *testing.T) {
	services, _ := composeServices(t)
	known, example := settings(t), envNames(t, composeFolder+"/example.env")
	for _, part := range []string{"edge", "ingest", "analytics"} {
		s := services[part]
		if !slices.Equal(s.Command, []string{part}) || !commands(t)[part] {
			t.Errorf("%s runs %q", part, s.Command)
		}
		for name := range s.Environment {
			if !known[name] {
				t.Errorf("%s has %s, which is no setting", part, name)
			}
		}
		for _, name := range slices.Concat([]string{"APP_ENV", "PUBLIC_URL", "METRICS_ADDR"}, secrets, addresses) {
			if s.Environment[name] == "" && !example[name] {
				t.Errorf("%s lacks %s: neither compose.yml nor example.env has it", part, name)
			}
		}
		if s.EnvFile != ".env" {
			t.Errorf("%s does not read .env", part)
		}
		if period, err := time.ParseDuration(s.StopPeriod); err != nil || period < stopTime(t) {
			t.Errorf("%s gets %q to stop, and needs %v", part, s.StopPeriod, stopTime(t))
		}
		if !slices.Contains(s.Volumes, part+":/var/lib/upslope") {
			t.Errorf("%s keeps its data in %q", part, s.Volumes)
		}
	}
	for name := range services["companion"].Environment {
		if !companionSettings(t)[name] {
			t.Errorf("the companion has %s, which is no setting of it", name)
		}
	}
}

func TestComposeServicesAreComplete(t *testing.T) {
	services, volumes := composeServices(t)
	for name, s := range services {
		if s.Build.Dockerfile != "" {
			if _, err := os.Stat(filepath.Join(root, composeFolder, s.Build.Context, s.Build.Dockerfile)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		} else if _, version, _ := strings.Cut(s.Image, ":"); !strings.ContainsAny(version, "123456789") {
			t.Errorf("%s runs %s, an image without a version", name, s.Image)
		}
		if once := name == "bucket"; !once && s.Restart != "unless-stopped" {
			t.Errorf("%s is not started again: %q", name, s.Restart)
		}
		for _, volume := range s.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if _, exists := volumes[source]; !exists && !strings.HasPrefix(source, "./") {
				t.Errorf("%s mounts the volume %s, which is not declared", name, source)
			}
		}
		for before, condition := range dependencies(t, s) {
			other, exists := services[before]
			if !exists || condition == "service_healthy" && len(other.Healthcheck.Test) == 0 {
				t.Errorf("%s waits for %s (%s), which cannot be", name, before, condition)
			}
		}
	}
}

// dependencies reads both forms of depends_on.
func dependencies(t *testing.T, s service) map[string]string {
	t.Helper()
	conditions := map[string]string{}
	var names []string
	var forms map[string]struct{ Condition string }
	if s.DependsOn.IsZero() {
		return conditions
	}
	if s.DependsOn.Decode(&names) != nil {
		if err := s.DependsOn.Decode(&forms); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		conditions[name] = "service_started"
	}
	for name, form := range forms {
		conditions[name] = form.Condition
	}
	return conditions
}

func TestComposeVariablesAreThoseOfTheExample(t *testing.T) {
	example, known := envNames(t, composeFolder+"/example.env"), settings(t)
	used := map[string]bool{}
	for _, found := range regexp.MustCompile(`\$\{([A-Z_]+)`).FindAllStringSubmatch(read(t, composeFolder+"/compose.yml"), -1) {
		used[found[1]] = true
		if !example[found[1]] {
			t.Errorf("compose.yml uses %s, which example.env lacks", found[1])
		}
	}
	for name := range example {
		if !used[name] && !known[name] {
			t.Errorf("example.env has %s, which nothing reads", name)
		}
	}
	services, _ := composeServices(t)
	caddyfile := read(t, composeFolder+"/Caddyfile")
	for _, found := range regexp.MustCompile(`\{\$([A-Z_]+)\}`).FindAllStringSubmatch(caddyfile, -1) {
		if services["caddy"].Environment[found[1]] == "" {
			t.Errorf("the Caddyfile uses %s, which its container lacks", found[1])
		}
	}
	for _, found := range regexp.MustCompile(`reverse_proxy (\w+):\d+`).FindAllStringSubmatch(caddyfile, -1) {
		if _, exists := services[found[1]]; !exists {
			t.Errorf("the Caddyfile sends requests to %s, which is no service", found[1])
		}
	}
}

// The adapters open the addresses without a connection, as the program does.
func TestComposeAddressesOpen(t *testing.T) {
	services, _ := composeServices(t)
	environment := maps.Clone(services["edge"].Environment)
	for name, value := range environment {
		environment[name] = regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllString(value, "filled")
	}
	t.Setenv("AWS_CA_BUNDLE", "") // of this machine
	t.Setenv("AWS_ACCESS_KEY_ID", environment["AWS_ACCESS_KEY_ID"])
	t.Setenv("AWS_SECRET_ACCESS_KEY", environment["AWS_SECRET_ACCESS_KEY"])
	records, err := postgres.Open(t.Context(), environment["DATABASE_URL"])
	if err != nil {
		t.Fatal(err)
	}
	records.Close()
	facts, err := clickhouse.Open(environment["CLICKHOUSE_URL"])
	if err != nil {
		t.Fatal(err)
	}
	_ = facts.Close()
	files, err := objects.Open(t.Context(), environment["OBJECTS_URL"], "")
	if err != nil {
		t.Fatal(err)
	}
	if origin, err := files.Origin(); err != nil || origin != "https://filled" {
		t.Errorf("browsers send files to %q, want the public address of the storage (%v)", origin, err)
	}
	_ = files.Close()
	follower, err := replica.OpenFollower(t.TempDir(), environment["REPORTS_REPLICA_URL"])
	if err != nil {
		t.Fatal(err)
	}
	follower.Close()
}

func TestComposeStartsNATSWithOptionsThatItKnows(t *testing.T) {
	services, _ := composeServices(t)
	nats := services["nats"]
	options, err := natsserver.ConfigureOptions(flag.NewFlagSet("nats-server", flag.ContinueOnError), nats.Command, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !options.JetStream || options.StoreDir != "/data" || options.Username != "upslope" || options.HTTPPort != 8222 {
		t.Errorf("NATS starts with %+v", options)
	}
	if !slices.Contains(nats.Volumes, "nats:/data") || !strings.Contains(strings.Join(nats.Healthcheck.Test, " "), ":8222/healthz") {
		t.Errorf("NATS stores in %q and is asked for its health by %q", nats.Volumes, nats.Healthcheck.Test)
	}
}
