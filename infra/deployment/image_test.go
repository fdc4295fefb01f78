package deployment

import (
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// images are the Dockerfiles, and what their last stage runs as: a user, or an entrypoint that drops root.
var images = map[string]string{"infra/docker/Dockerfile": "entrypoint.sh", "infra/companion/Dockerfile": "node"}

func TestDockerfileCopiesWhatExistsAndDoesNotRunAsRoot(t *testing.T) {
	for file, want := range images {
		user, entrypoint := lastStage(t, file)
		if got := strings.Trim(entrypoint, `["]`); user == "root" && got != want {
			t.Errorf("%s runs %q as root; only entrypoint.sh, which drops root, may start so", file, entrypoint)
		} else if user != "root" && user != want {
			t.Errorf("%s runs as %s, want %s", file, user, want)
		}
	}
}

// lastStage reads a Dockerfile, checks what it copies, and returns its last stage's user and entrypoint.
func lastStage(t *testing.T, file string) (user, entrypoint string) {
	t.Helper()
	stages := map[string]bool{}
	for line := range strings.Lines(strings.ReplaceAll(read(t, file), "\\\n", " ")) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		switch words[0] {
		case "FROM":
			user, entrypoint = "root", ""
			if strings.HasSuffix(words[1], ":latest") || !strings.Contains(words[1], ":") {
				t.Errorf("%s: FROM %s has no version", file, words[1])
			}
			if len(words) == 4 && words[2] == "AS" {
				stages[words[3]] = true
			}
		case "USER":
			user = words[1]
		case "ENTRYPOINT":
			entrypoint = words[1]
		case "COPY":
			checkCopy(t, file, words[1:len(words)-1], stages)
		case "RUN", "WORKDIR", "CMD", "EXPOSE", "ENV":
		default:
			t.Errorf("%s: unknown instruction %q", file, words[0])
		}
	}
	return user, entrypoint
}

func checkCopy(t *testing.T, file string, sources []string, stages map[string]bool) {
	t.Helper()
	if from, ok := strings.CutPrefix(sources[0], "--from="); ok {
		if !stages[from] {
			t.Errorf("%s: COPY from stage %q, which is not defined before", file, from)
		}
		return
	}
	for _, source := range sources {
		if _, err := os.Stat(filepath.Join(root, source)); err != nil {
			t.Errorf("%s: COPY %s: %v", file, source, err)
		}
	}
}

func TestEntrypointRunsTheProgramAsAnotherUser(t *testing.T) {
	if _, err := exec.LookPath("setpriv"); err != nil || os.Geteuid() != 0 {
		t.Skip("needs root and setpriv, as in the image")
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Skip("needs the user nobody")
	}
	folder, err := os.MkdirTemp("", "entrypoint-") // t.TempDir is inside a folder that only root enters
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	data := filepath.Join(folder, "data")
	write(t, filepath.Join(folder, "upslope"), "#!/bin/sh\nid -u; id -g; echo \"$HOME\"; echo \"$DATA_DIR\"; echo written >\"$DATA_DIR/by-program\"; printf '%s\\n' \"$@\"\n")
	script := read(t, "infra/docker/entrypoint.sh")
	if !strings.Contains(script, "\nuser=upslope\n") {
		t.Fatal("the entrypoint does not name its user")
	}
	write(t, filepath.Join(folder, "entrypoint.sh"), strings.Replace(script, "\nuser=upslope\n", "\nuser=nobody\n", 1))
	if err := os.MkdirAll(filepath.Join(data, "lost+found"), 0o700); err != nil { // a new volume
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second start finds the volume as the first left it
		command := exec.CommandContext(t.Context(), filepath.Join(folder, "entrypoint.sh"), "keys", "a word", "$HOME")
		command.Env = []string{"PATH=" + folder + ":" + os.Getenv("PATH"), "DATA_DIR=" + data, "HOME=/root"}
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		want := []string{nobody.Uid, nobody.Gid, data, data, "keys", "a word", "$HOME"}
		if got := strings.Split(strings.TrimSpace(string(out)), "\n"); !slices.Equal(got, want) {
			t.Errorf("the program saw %q, want %q", got, want)
		}
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
		t.Fatal(err)
	}
}

// read returns a file of the repository.
func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
