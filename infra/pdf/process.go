package pdf

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

// wrapped matches the line of a start script that runs a program with the script's own arguments.
var wrapped = regexp.MustCompile(`(?m)^\s*(?:exec\s+)?"?(/[^\s"]+)"?\s+"\$@"\s*$`)

// binary returns the program that a start script runs, or the path itself. Debian's chromium-headless-shell is a
// script that stays between us and its browser: killing the script would leave the browser behind.
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

// unprivileged returns the user nobody when this process is root, because Chromium has no sandbox as root; else nil.
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

// confine runs the browser as the given user, at home in its own data folder, and in a process group that is
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
				_ = os.Chown(folder, int(credential.Uid), int(credential.Gid)) // without it the browser fails to start, and says so
			}
		}
	}
}
