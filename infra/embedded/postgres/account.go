package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// account is the unprivileged user that runs the server when this process is root, because PostgreSQL refuses
// to run as root. A nil account is the current user.
type account struct {
	uid, gid uint32
}

func unprivileged() (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(found.Uid, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("user %s: %w", name, err)
		}
		gid, err := strconv.ParseUint(found.Gid, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("user %s: %w", name, err)
		}
		return &account{uid: uint32(uid), gid: uint32(gid)}, nil
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody to run it as")
}

func (a *account) credential() *syscall.Credential {
	if a == nil {
		return nil
	}
	return &syscall.Credential{Uid: a.uid, Gid: a.gid}
}

// own changes the owner of a folder to the account.
func (a *account) own(dir string) error {
	if a == nil {
		return nil
	}
	if err := os.Chown(dir, int(a.uid), int(a.gid)); err != nil {
		return fmt.Errorf("give %s to the user PostgreSQL runs as: %w", dir, err)
	}
	return nil
}

// socketFolder creates the private folder of the socket. It is outside the data folder because a socket path
// is limited to 107 bytes. Its name derives from that folder and identifies the server's processes.
func socketFolder(dir string, a *account) (string, error) {
	sum := sha256.Sum256([]byte(dir))
	parent := os.TempDir()
	if len(parent) > 50 || !a.reaches(parent) {
		parent = "/tmp"
	}
	socket := filepath.Join(parent, fmt.Sprintf("upslope-%d-%s", os.Geteuid(), hex.EncodeToString(sum[:6])))
	if err := os.Mkdir(socket, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("make the folder of PostgreSQL's socket: %w", err)
	}
	info, err := os.Lstat(socket)
	if err != nil {
		return "", fmt.Errorf("make the folder of PostgreSQL's socket: %w", err)
	}
	owner := uint32(os.Geteuid())
	stat, ok := info.Sys().(*syscall.Stat_t)
	ours := ok && (stat.Uid == owner || a != nil && stat.Uid == a.uid)
	if !info.IsDir() || info.Mode().Perm() != 0o700 || !ours {
		return "", fmt.Errorf("%s is somebody else's: remove it, or choose another DATA_DIR", socket)
	}
	return socket, a.own(socket)
}

// belongs reports whether a command line is that of a PostgreSQL process with the mark.
func belongs(command, mark string) bool {
	return strings.Contains(command, mark) &&
		(strings.HasPrefix(command, "postgres: ") || strings.Contains(command, "/postgres -D "))
}
