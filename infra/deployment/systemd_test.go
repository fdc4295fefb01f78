package deployment

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestUnitRunsTheProgramWithSettingsThatExist(t *testing.T) {
	const unit = "infra/systemd/upslope.service"
	text, known := read(t, unit), settings(t)
	value := func(name string) string {
		t.Helper()
		found := regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("%s has no %s", unit, name)
		}
		return found[1]
	}
	words := strings.Fields(value("ExecStart"))
	if len(words) != 2 || words[0] != "/opt/upslope/bin/upslope" || !commands(t)[words[1]] {
		t.Errorf("it runs %q", words)
	}
	if user := value("User"); user == "root" {
		t.Error("it runs as root")
	}
	given := envNames(t, "infra/systemd/upslope.env")
	for _, line := range regexp.MustCompile(`(?m)^Environment=(\w+)=`).FindAllStringSubmatch(text, -1) {
		given[line[1]] = true
	}
	for name := range given {
		if !known[name] {
			t.Errorf("%s is set, and is no setting", name)
		}
	}
	for _, name := range secrets {
		if !given[name] {
			t.Errorf("neither the unit nor upslope.env has %s", name)
		}
	}
	const engines = 3 * 15 * time.Second // stopServer in cmd/upslope
	if limit, err := time.ParseDuration(value("TimeoutStopSec") + "s"); err != nil || limit < stopTime(t)+engines {
		t.Errorf("it gets %v to stop, and needs %v", limit, stopTime(t)+engines)
	}
}

func TestUnitIsValid(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("needs systemd-analyze")
	}
	text := strings.ReplaceAll(read(t, "infra/systemd/upslope.service"), "/opt/upslope/bin/upslope", "/bin/true")
	copied := filepath.Join(t.TempDir(), "upslope.service")
	if err := os.WriteFile(copied, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), analyze, "verify", "--man=no", copied).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}
