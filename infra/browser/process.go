package browser

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"regexp"
	"strconv"
	"strings"
	"syscall"
)

// wrapped matches the line of a start script that runs a program with the script's arguments.
var wrapped = regexp.MustCompile(`(?m)^\s*(?:exec\s+)?"?(/[^\s"]+)"?\s+"\$@"\s*$`)

// binary returns the program that a start script runs, or the path itself. Debian's chromium-headless-shell
// is such a script: killing it would leave the browser running.
func binary(path string) string {
	script, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(script), "#!") {
		return path
	}
	if match := wrapped.FindSubmatch(script); match != nil {
		if program, err := exec.LookPath(string(match[1])); err == nil {
			return program
		}
	}
	return path
}

// unprivileged returns the user nobody when this process is root, because Chromium's sandbox does not work as
// root; else nil.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return nil, fmt.Errorf("find a user for the browser that is not root: %w", err)
	}
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("find a user for the browser that is not root: %w", err)
	}
	gid, err := strconv.ParseUint(nobody.Gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("find a user for the browser that is not root: %w", err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// confine runs the browser as the given user, with its data folder as home, in a process group that can be
// killed as one.
func confine(cmd *exec.Cmd, credential *syscall.Credential) {
	cmd.SysProcAttr = endWithParent()
	cmd.SysProcAttr.Credential = credential
	cmd.SysProcAttr.Setpgid = true
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	for _, arg := range cmd.Args {
		if folder, found := strings.CutPrefix(arg, "--user-data-dir="); found {
			cmd.Env = append(cmd.Env, "HOME="+folder)
			if credential != nil {
				// on failure the browser does not start and reports it
				_ = os.Chown(folder, int(credential.Uid), int(credential.Gid))
			}
		}
	}
}
