package deployment

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	settingRow = regexp.MustCompile("(?m)^\\| (`[A-Z].*?) +\\|")
	variable   = regexp.MustCompile(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`)
	commandRow = regexp.MustCompile(`(?m)^  ([a-z]+) {2,}`)
	envLine    = regexp.MustCompile(`(?m)^#?([A-Z][A-Z0-9_]*)=`)
)

// settings are the environment variables that the program reads: the README's table, and its libraries'.
func settings(t *testing.T) map[string]bool {
	t.Helper()
	return settingsOf(t, "README.md", map[string]bool{
		"AWS_ACCESS_KEY_ID": true, "AWS_SECRET_ACCESS_KEY": true, "SSL_CERT_FILE": true, "TMPDIR": true,
	})
}

func companionSettings(t *testing.T) map[string]bool {
	t.Helper()
	return settingsOf(t, "infra/companion/README.md", map[string]bool{})
}

func settingsOf(t *testing.T, file string, names map[string]bool) map[string]bool {
	t.Helper()
	for _, row := range settingRow.FindAllStringSubmatch(read(t, file), -1) {
		for _, name := range strings.Split(row[1], ", ") {
			names[strings.Trim(name, "`")] = true
		}
	}
	if len(names) < 5 || !names["PUBLIC_URL"] {
		t.Fatalf("%s has %d settings: its table is not read right", file, len(names))
	}
	return names
}

// commands are the program's commands, as it lists them.
func commands(t *testing.T) map[string]bool {
	t.Helper()
	usage, _, _ := strings.Cut(read(t, "cmd/upslope/main.go"), "Settings come from the environment")
	names := map[string]bool{}
	for _, row := range commandRow.FindAllStringSubmatch(usage, -1) {
		names[row[1]] = true
	}
	if !names["edge"] || !names["doctor"] || len(names) < 10 {
		t.Fatalf("the commands are %v: the usage is not read right", names)
	}
	return names
}

// envNames are the variables of a file such as example.env, those in comments included.
func envNames(t *testing.T, file string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, line := range envLine.FindAllStringSubmatch(read(t, file), -1) {
		names[line[1]] = true
	}
	return names
}

// secrets are what every production installation needs; addresses are what separate engine servers add.
var (
	secrets   = []string{"ENCRYPTION_KEYSET", "CLERK_PUBLISHABLE_KEY", "CLERK_SECRET_KEY", "CLERK_SIGN_IN_URL"}
	addresses = []string{"DATABASE_URL", "CLICKHOUSE_URL", "NATS_URL", "OBJECTS_URL", "REPORTS_REPLICA_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}
)

// stopTime is how long a process told to stop may take: it drains, ends its requests, and then its jobs.
func stopTime(t *testing.T) time.Duration {
	t.Helper()
	const jobs = 10 * time.Second
	return seconds(t, "cmd/upslope/config.go", "drainTime") + seconds(t, "edge/server.go", "shutdownTimeout") + jobs
}

// seconds reads a constant such as drainTime = 7 * time.Second.
func seconds(t *testing.T, file, name string) time.Duration {
	t.Helper()
	found := regexp.MustCompile(`\b` + name + ` += (\d+) \* time\.Second`).FindStringSubmatch(read(t, file))
	if found == nil {
		t.Fatalf("%s has no %s", file, name)
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(n) * time.Second
}
