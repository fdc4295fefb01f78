package deployment

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// runbooks are those of deploying and operating; clerk.md and reports.md are held to the same.
var runbooks = []string{"one-server.md", "deploy-fly.md", "operate.md", "backup.md", "clerk.md", "reports.md"}

// ofOthers are variables that runbooks name and other programs read.
var ofOthers = map[string]string{
	"POSTGRES_PASSWORD": "the image of PostgreSQL", "CLICKHOUSE_USER": "the image of ClickHouse", "CLICKHOUSE_PASSWORD": "the image of ClickHouse",
	"NATS_PASSWORD": "nats.conf", "FILES_PASSWORD": "compose.yml", "FILES_DOMAIN": "compose.yml", "BUCKET_NAME": "fly storage create",
	"CLICKHOUSE_CLUSTER_SECRET": "cluster.xml",
	"OTEL_TRACES_SAMPLER":       "OpenTelemetry", "OTEL_TRACES_SAMPLER_ARG": "OpenTelemetry",
}

var (
	codeSpan  = regexp.MustCompile("`([^`\n]+)`")
	codeBlock = regexp.MustCompile(`(?m)^ {4,}\S.*$`)
	// The program by its name, by its path and in quotes; with Compose; from its image.
	invoked  = regexp.MustCompile(`(?:^\s*|"|/bin/)upslope ([a-z]+)((?: -*[a-z]+)?)|docker compose run --rm (\w+) ([a-z]+)((?: -*[a-z]+)?)|docker run --rm upslope ([a-z]+)((?: [a-z]+)?)`)
	filePath = regexp.MustCompile(`\b(?:infra|docs|cmd)/[\w./-]*\w`)
)

// codeOf returns the code of a Markdown file: spans and indented blocks.
func codeOf(text string) (code []string) {
	for _, span := range codeSpan.FindAllStringSubmatch(text, -1) {
		code = append(code, span[1])
	}
	return append(code, codeBlock.FindAllString(text, -1)...)
}

func TestRunbooksNameCommandsThatExist(t *testing.T) {
	known := commands(t)
	services, _ := composeServices(t)
	found := 0
	for _, file := range runbooks {
		for _, code := range codeOf(read(t, "docs/runbooks/"+file)) {
			for _, match := range invoked.FindAllStringSubmatch(code, -1) {
				command, argument := match[1]+match[4]+match[6], strings.TrimSpace(match[2]+match[5]+match[7])
				found++
				if !known[command] {
					t.Errorf("%s: upslope %s is no command: %s", file, command, code)
				}
				if service := match[3]; service != "" && services[service].Image != "upslope" {
					t.Errorf("%s: %s is no service of compose.yml that runs the program", file, service)
				}
				if allowed, has := arguments[command]; has && argument != "" && !slices.Contains(allowed, argument) {
					t.Errorf("%s: upslope %s takes no %s", file, command, argument)
				}
			}
		}
	}
	if found < 25 {
		t.Errorf("found %d commands in the runbooks: they are not read right", found)
	}
}

// arguments are the first words that commands take; TestArgumentsAreTheProgramsOwn holds them to the program.
var arguments = map[string][]string{"keys": {"new", "add", "rotate", "drop"}, "dead": {"replay"}, "doctor": {"--audit", "--production"}}

func TestArgumentsAreTheProgramsOwn(t *testing.T) {
	usage := read(t, "cmd/upslope/main.go")
	for command, words := range arguments {
		for _, word := range words {
			if !regexp.MustCompile(`(?m)^  ` + command + ` .*\b` + strings.TrimLeft(word, "-") + `\b`).MatchString(usage) {
				t.Errorf("the usage of %s does not mention %s", command, word)
			}
		}
	}
}

func TestRunbooksNameSettingsAndFilesThatExist(t *testing.T) {
	known, companion := settings(t), companionSettings(t)
	for _, file := range runbooks {
		text := read(t, "docs/runbooks/"+file)
		for _, code := range codeOf(text) {
			for _, name := range variable.FindAllString(code, -1) {
				if !known[name] && !companion[name] && ofOthers[name] == "" {
					t.Errorf("%s names %s, which nothing reads", file, name)
				}
			}
			for _, path := range filePath.FindAllString(code, -1) {
				if _, err := os.Stat(filepath.Join(root, path)); err != nil {
					t.Errorf("%s names %s, which does not exist", file, path)
				}
			}
		}
	}
	fly := read(t, "docs/runbooks/deploy-fly.md")
	for _, name := range slices.Concat(secrets, addresses) {
		if !strings.Contains(fly, name) {
			t.Errorf("deploy-fly.md does not set %s", name)
		}
	}
}

func TestEveryAlertHasItsHeadingInTheRunbook(t *testing.T) {
	var file struct {
		Groups []struct{ Rules []struct{ Alert string } }
	}
	if err := yaml.Unmarshal([]byte(read(t, "infra/monitoring/alerts.yml")), &file); err != nil {
		t.Fatal(err)
	}
	var alerts, headings []string
	for _, group := range file.Groups {
		for _, rule := range group.Rules {
			alerts = append(alerts, rule.Alert)
		}
	}
	runbook := read(t, "docs/runbooks/operate.md")
	for _, heading := range regexp.MustCompile(`(?m)^### (.+)\n(.+)\n(.+)$`).FindAllStringSubmatch(runbook, -1) {
		headings = append(headings, heading[1])
	}
	if len(alerts) < 10 || !slices.Equal(alerts, headings) {
		t.Errorf("the alerts are\n%q\nand operate.md explains\n%q", alerts, headings)
	}
}
