package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Each line with `want rule` breaks that rule; no other line may be reported.
const broken = `package main

import (
	"crypto/md5" // want gosec
	"database/sql"
	"errors"
	"net/http"
	"os"
)

func init() {} // want init()

func unused() {} // want unused

func main() {
	os.Chdir("/") // want not checked
	os.Remove("temporary")
	os.Chdir("/") //nolint:errcheck // it says why
	os.Chdir("/") //nolint:errcheck want write //nolint:rule
	_ = md5.New() // want gosec
	_, _ = read(nil), errors.Join(body(), swallow())
	_ = status(nil)
	_ = number(nil)
}

func read(db *sql.DB) error {
	rows, err := db.Query("select 1") // want Rows.Err
	if err != nil {
		return err
	}
	defer rows.Close()
	return nil
}

func swallow() error {
	if err := os.Chdir("/"); err != nil {
		return nil // want error is not nil
	}
	return nil
}

func body() error {
	response, err := http.Get("https://example.com") // want response body
	if err == http.ErrAbortHandler { // want errors.Is
		return errors.New("aborted")
	}
	_ = response
	return err
}

func status(value any) int {
	return value.(int) // want type assertion
}

func number(list []int) int {
	n := 1 // want ineffectual
	n = len(list)
	for i := 0; i < 10; i++ { // want range
		n += i
	}
	if n == n { // want identical
		return n
	}
	return 0
}
`

func TestEveryRuleFindsWhatBreaksIt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lint := filepath.Join(dir, "lint")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", lint, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module := filepath.Join(dir, "module")
	files := map[string]string{"go.mod": "module upslope\n\ngo 1.26.0\n", "main.go": broken}
	for name, content := range files {
		if err := os.MkdirAll(module, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(module, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	vet := exec.CommandContext(t.Context(), "go", "vet", "-vettool="+lint, ".")
	vet.Dir = module
	out, err := vet.CombinedOutput()
	if err == nil {
		t.Fatal("nothing was found")
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if parts := strings.SplitN(strings.TrimPrefix(strings.TrimSpace(line), "./"), ":", 4); len(parts) == 4 {
			found[parts[1]] += parts[3] + "\n"
		}
	}
	number := 0
	for line := range strings.Lines(broken) {
		number++
		at := strconv.Itoa(number)
		_, want, wanted := strings.Cut(strings.TrimSpace(line), " want ")
		switch {
		case wanted && !strings.Contains(strings.ToLower(found[at]), strings.ToLower(want)) && !(want == "gosec" && strings.Contains(found[at], "G")):
			t.Errorf("line %d: want %q, found %q", number, want, found[at])
		case !wanted && found[at] != "":
			t.Errorf("line %d: found %q", number, found[at])
		}
	}
}
