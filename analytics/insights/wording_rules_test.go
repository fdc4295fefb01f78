package insights

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"upslope/analytics/analyticstest"
)

// wordingCounts has each detector's remaining violations. A count may only go down: lower it with the texts.
const wordingCounts = "testdata/wording-violations.txt"

var (
	listedTitle     = regexp.MustCompile(`^\d+ \w* \S*: (.*)$`)
	reportedTitle   = regexp.MustCompile(`^\d+ (.*)$`)
	realTitle       = regexp.MustCompile(`^\d+\. \[\d+\] (.*)$`)
	templateAction  = regexp.MustCompile(`\{\{[^}]*\}\}`)
	detectorComment = regexp.MustCompile(`(?m)^#.*$|\s# .*$`)
	detectorQuery   = regexp.MustCompile(`(?m)^(needs|uses|icon|color|type|each|file) = .*$`)
)

// Texts of every detector follow docs/wording.tsv and the limits of titles, summaries and steps.
func TestTextsOfInsightsFollowTheWordingRules(t *testing.T) {
	t.Parallel()
	words := analyticstest.ReadWords(t)
	found := map[string][]string{}
	for _, name := range matches(t, "detectors/*/testdata/*.txtar") {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		detector := strings.Split(filepath.ToSlash(name), "/")[1]
		for _, file := range archive.Files {
			if file.Name == "want" {
				found[detector] = append(found[detector], goldenViolations(words, string(file.Data))...)
			}
		}
	}
	for _, name := range matches(t, "testdata/*.txt") {
		if content := read(t, name); name != wordingCounts {
			found["real_crawls"] = append(found["real_crawls"], goldenViolations(words, string(content))...)
		}
	}
	for _, name := range matches(t, "detectors/*/detector.toml") {
		detector := strings.Split(filepath.ToSlash(name), "/")[1]
		content := detectorComment.ReplaceAll(read(t, name), nil)
		for line := range bytes.Lines(detectorQuery.ReplaceAll(content, nil)) {
			found[detector] = append(found[detector], words.Violations(templateAction.ReplaceAllString(strings.TrimSpace(string(line)), "…"))...)
		}
	}
	compareViolations(t, found)
}

// goldenViolations reads all forms in which tests keep insights: lines with titles, whole texts, real sites.
func goldenViolations(words analyticstest.Words, golden string) []string {
	var found []string
	var title, summary string
	var steps []string
	flush := func() {
		if title != "" {
			found = append(found, words.InsightViolations(title, summary, steps)...)
		}
		title, summary, steps = "", "", nil
	}
	for line := range strings.Lines(golden) {
		line = strings.TrimSpace(line)
		if step, isStep := strings.CutPrefix(line, "- "); isStep {
			steps = append(steps, step)
		} else if match := cmp.Or(submatch(realTitle, line), submatch(listedTitle, line), submatch(reportedTitle, line)); match != "" && !strings.Contains(line, "; effort ") {
			if title != "" && summary == "" && submatch(listedTitle, line) == "" && submatch(realTitle, line) == "" && steps == nil {
				summary = line // a summary that starts with a number
				continue
			}
			flush()
			title = match
		} else if title != "" && summary == "" && line != "" {
			summary = line
		}
	}
	flush()
	return found
}

// compareViolations fails above the counts that are allowed; -update lowers them and never raises one.
func compareViolations(t *testing.T, found map[string][]string) {
	t.Helper()
	allowed := analyticstest.AllowedViolations(t)
	if *update {
		for name, violations := range found {
			allowed[name] = min(allowed[name], len(violations))
		}
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(allowed)) {
			fmt.Fprintf(&b, "%s %d\n", name, allowed[name])
		}
		if err := os.WriteFile(wordingCounts, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, violations := range found {
		if len(violations) > allowed[name] {
			t.Errorf("%s breaks %d rules of wording, %d are allowed:\n%s", name, len(violations), allowed[name], strings.Join(violations, "\n"))
		} else if len(violations) < allowed[name] {
			t.Logf("%s breaks %d rules of wording: lower its %d in %s", name, len(violations), allowed[name], wordingCounts)
		}
		if len(violations) > 0 {
			t.Logf("%s:\n%s", name, strings.Join(violations, "\n"))
		}
	}
}

// The rules find what they are for.
func TestWordingRulesFindTextsThatBreakThem(t *testing.T) {
	t.Parallel()
	words := analyticstest.ReadWords(t)
	long := strings.Repeat("word ", 45)
	for _, one := range []struct {
		title, summary string
		steps          []string
		want           int
	}{
		{"Lengthen 6 short titles", "6 titles have fewer than 30 characters. They get 454 clicks a month.", []string{"Write a title of 50 to 60 characters for /tents."}, 0},
		{`Two pages compete for “tasks where 52 were due”`, "", nil, 0},
		{"/tents brought 12 clicks where 52 were due", "", nil, 1},
		{"Make /trekking-poles convert: 0.3% do", "One. Two. Three.", nil, 2},
		{"Check “buy tents”", "", []string{"If you sell this, open the ad's landing page first.", "If you like, open it."}, 1},
		{"Lengthen 6 titles", "", []string{"On /tents, add “tents”.", long, "Open https://example.com/tents.", "Add.", "Add.", "Add."}, 5},
		{strings.Repeat("x", 71), "", nil, 1},
	} {
		if got := words.InsightViolations(one.title, one.summary, one.steps); len(got) != one.want {
			t.Errorf("%s: found %q, want %d", one.title, got, one.want)
		}
	}
	golden := "99 Cut Display: €438\n123 clicks. One. Two.\n1.0 to 2.0, 1.5 EUR a month; effort 10; real 1.00, fix 1.00\n- On it.\n36 missing_h1 https://a.example/b: Renew the title\n"
	if got := goldenViolations(words, golden); len(got) != 3 {
		t.Errorf("found %q in a golden, want the summary, the step and the title", got)
	}
}

func submatch(pattern *regexp.Regexp, line string) string {
	if match := pattern.FindStringSubmatch(line); match != nil {
		return match[1]
	}
	return ""
}

func matches(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal("no files of", pattern, err)
	}
	return names
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
