package analyticstest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"upslope"
)

// Limits of the texts of an opportunity, in characters and pieces.
const (
	maxTitle     = 70
	maxStep      = 200
	maxSteps     = 5
	maxSentences = 2

	shownViolations = 60 // in a failure
)

var (
	sentenceEnd = regexp.MustCompile(`[.!?][)”"]?(\s|$)`)
	// firstWord follows the page that a step is about, "/tents: write a description", or for whom it is.
	firstWord   = regexp.MustCompile(`^(?:/\S*: |If you sell this, )?(\p{L}+)`)
	fullAddress = regexp.MustCompile(`https://`)
	// quotedText holds words of the site or its visitors, which no rule is about.
	quotedText = regexp.MustCompile(`“[^”]*”|"[^"]*"|/\S*`)
)

// stepVerbs are the verbs that a step may start with.
var stepVerbs = strings.Fields(`Accept Add Adjust Allow Answer Apply Ask Assign Avoid Block Build Cache Change Check Choose Clean Click
	Combine Compare Complete Compress Confirm Connect Consolidate Convert Copy Correct Cover Create Cut Decide Defer Delete Deliver Disable Do Download Earn Edit Enable
	Exclude Expand Expect Export Find Fix Focus Give Identify Import Improve Include Increase Inline Inspect Keep Leave Lengthen Let Limit Link Load Log Look Lower Make
	Map Mark Measure Merge Minify Monitor Move Name Narrow Noindex Open Optimize Order Pause Place Point Preload Publish Put Raise Rebuild Record Redirect Reduce
	Re Refresh Remove Rename Repair Replace Request Rerun Reserve Resize Resolve Restart Restore Restructure Return Review Rewrite Run Save Schedule Search
	See Send Serve Set Shift Shorten Show Shrink Size Speed Split Start Stop Swap Switch Sync Tag Take Target Test Tighten Track Trim Turn Unblock
	Update Upload Use Validate Verify Visit Watch Write`)

// Words are the rules of docs/wording.tsv.
type Words struct{ rules []wordRule }

type wordRule struct {
	pattern *regexp.Regexp
	better  string
}

// ReadWords reads the list that is shared with the web app.
func ReadWords(t *testing.T) Words {
	t.Helper()
	_, file, _, _ := runtime.Caller(0)
	content, err := os.ReadFile(filepath.Join(filepath.Dir(file), "..", "..", "docs", "wording.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var words Words
	for line := range strings.Lines(string(content)) {
		pattern, better, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		words.rules = append(words.rules, wordRule{regexp.MustCompile("(?i)" + pattern), better})
	}
	if len(words.rules) < 40 {
		t.Fatalf("read %d rules: the list is broken", len(words.rules))
	}
	return words
}

// Violations lists the rules that a text breaks. Quoted words and paths are not the product's own.
func (w Words) Violations(text string) []string {
	var found []string
	plain := quotedText.ReplaceAllString(text, "“”")
	for _, rule := range w.rules {
		if hit := rule.pattern.FindString(plain); hit != "" {
			found = append(found, fmt.Sprintf("%q: write %s: %s", hit, rule.better, text))
		}
	}
	return found
}

// InsightViolations lists the rules that the texts of an opportunity break. Summary and steps may be empty.
func (w Words) InsightViolations(title, summary string, steps []string) []string {
	var found []string
	if length := utf8.RuneCountInString(title); length > maxTitle {
		found = append(found, fmt.Sprintf("title of %d characters: %s", length, title))
	}
	if count := len(sentenceEnd.FindAllString(summary, -1)); count > maxSentences {
		found = append(found, fmt.Sprintf("summary of %d sentences: %s", count, summary))
	}
	if len(steps) > maxSteps {
		found = append(found, fmt.Sprintf("%d steps: %s", len(steps), title))
	}
	for _, step := range steps {
		if length := utf8.RuneCountInString(step); length > maxStep {
			found = append(found, fmt.Sprintf("step of %d characters: %s", length, step))
		}
		if !startsWithVerb(step) {
			found = append(found, "step without a verb first: "+step)
		}
	}
	for _, text := range append([]string{title, summary}, steps...) {
		// A redirect from http is told by its scheme: only there is a whole address needed.
		if fullAddress.MatchString(text) && !strings.Contains(text, "http://") {
			found = append(found, "whole address instead of its path: "+text)
		}
		found = append(found, w.Violations(text)...)
	}
	return found
}

// AllowedViolations reads how many violations a group of texts may still have; the counts may only go down.
func AllowedViolations(t *testing.T) map[string]int {
	t.Helper()
	_, file, _, _ := runtime.Caller(0)
	content, err := os.ReadFile(filepath.Join(filepath.Dir(file), "..", "insights", "testdata", "wording-violations.txt"))
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]int{}
	for line := range strings.Lines(string(content)) {
		name, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		if allowed[name], err = strconv.Atoi(count); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return allowed
}

// CheckInsights fails if the texts of insights break more rules than their group may.
func CheckInsights(t *testing.T, group string, insights []upslope.Insight) {
	t.Helper()
	words, found := ReadWords(t), []string(nil)
	for _, insight := range insights {
		var steps []string
		for step := range strings.Lines(insight.Instructions) {
			if step = strings.TrimSpace(step); step != "" {
				steps = append(steps, step)
			}
		}
		found = append(found, words.InsightViolations(insight.Title, insight.Summary, steps)...)
	}
	if allowed := AllowedViolations(t)[group]; len(found) > allowed {
		t.Errorf("%s breaks %d rules of wording, %d are allowed:\n%s", group, len(found), allowed, strings.Join(found[:min(len(found), shownViolations)], "\n"))
	} else {
		t.Logf("%s breaks %d rules of wording, %d are allowed", group, len(found), allowed)
	}
}

func startsWithVerb(step string) bool {
	match := firstWord.FindStringSubmatch(step)
	return match != nil && slices.ContainsFunc(stepVerbs, func(verb string) bool { return strings.EqualFold(verb, match[1]) })
}
