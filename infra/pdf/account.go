package pdf

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"syscall"
)

// account is whom the browser runs as: nobody where this process is root, who has no sandbox, else as this process.
func account() (*syscall.Credential, error) {
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

// become has the browser run as the account, at home in the folder that chromedp made for its data, and end with this process.
func become(credential *syscall.Credential) func(*exec.Cmd) {
	return func(cmd *exec.Cmd) {
		cmd.SysProcAttr = attributes()
		cmd.SysProcAttr.Credential = credential
		for _, arg := range cmd.Args {
			if folder, is := strings.CutPrefix(arg, "--user-data-dir="); is {
				cmd.Env = append(cmd.Env, "HOME="+folder)
				if credential != nil {
					_ = os.Chown(folder, int(credential.Uid), int(credential.Gid)) // without it the browser does not start, and says so
				}
			}
		}
	}
}
