package insights

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var valueLine = regexp.MustCompile(`(?m)^([\d.]+) to ([\d.]+), ([\d.]+) \S+ a month`)

// The middle of a value lies below its high and above its low end, unless the value is exact.
func TestValuesOfAllCasesLieWithinTheirRange(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, name := range matches(t, "detectors/*/testdata/*.txtar") {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			if file.Name != "want" {
				continue
			}
			for _, found := range valueLine.FindAllStringSubmatch(string(file.Data), -1) {
				low, high, mid := decimal(t, found[1]), decimal(t, found[2]), decimal(t, found[3])
				seen++
				if low != high && (mid <= low || mid >= high) {
					t.Errorf("%s: %s", strings.TrimPrefix(filepath.ToSlash(name), "detectors/"), found[0])
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d values", seen)
	}
}

func decimal(t *testing.T, text string) float64 {
	t.Helper()
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}
