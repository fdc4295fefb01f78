// Package deployment checks the deployment files and their runbooks without deploying: it parses them and compares
// them with the program. The files are in docker, companion, compose, systemd, fly and monitoring.
package deployment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

const root = "../.."

func TestFlyRunsEveryPartAndMigratesBeforeARelease(t *testing.T) {
	var config struct {
		Build  struct{ Dockerfile string }
		Deploy struct {
			ReleaseCommand string `toml:"release_command"`
		}
		Env         map[string]string
		Processes   map[string]string
		HTTPService struct {
			Processes    []string
			InternalPort int `toml:"internal_port"`
			Checks       []struct{ Path string }
		} `toml:"http_service"`
	}
	meta, err := toml.DecodeFile(filepath.Join(root, "fly.toml"), &config)
	if err != nil {
		t.Fatal(err)
	}
	if !meta.IsDefined("http_service", "checks") {
		t.Fatal("fly.toml has no health check")
	}
	program, err := os.ReadFile(filepath.Join(root, "cmd/upslope/main.go"))
	if err != nil {
		t.Fatal(err)
	}
	commands := []string{config.Deploy.ReleaseCommand}
	for _, part := range []string{"edge", "ingest", "analytics"} {
		if config.Processes[part] == "" {
			t.Errorf("no process group runs %s", part)
		}
		commands = append(commands, config.Processes[part])
	}
	for _, command := range commands {
		if !strings.Contains(string(program), `"`+command+`"`) {
			t.Errorf("fly.toml runs %q, which the program does not know", command)
		}
	}
	if !slices.Equal(config.HTTPService.Processes, []string{"edge"}) {
		t.Errorf("http goes to %q, want the edge alone", config.HTTPService.Processes)
	}
	if !strings.HasSuffix(config.Env["ADDR"], ":8080") || config.HTTPService.InternalPort != 8080 {
		t.Errorf("ADDR %q and internal_port %d differ", config.Env["ADDR"], config.HTTPService.InternalPort)
	}
	if config.Env["APP_ENV"] != "production" {
		t.Errorf("APP_ENV is %q, want production", config.Env["APP_ENV"])
	}
	if _, err := os.Stat(filepath.Join(root, config.Build.Dockerfile)); err != nil {
		t.Errorf("the Dockerfile that fly.toml names: %v", err)
	}
}
