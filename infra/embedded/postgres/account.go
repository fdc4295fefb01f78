package postgres

import (
	"context"
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
	"time"
)

// account is the unprivileged user the server runs as when we are root, which PostgreSQL refuses to be.
// A nil account is the current user.
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

// own gives a folder of ours to the account.
func (a *account) own(dir string) error {
	if a == nil {
		return nil
	}
	if err := os.Chown(dir, int(a.uid), int(a.gid)); err != nil {
		return fmt.Errorf("give %s to the user PostgreSQL runs as: %w", dir, err)
	}
	return nil
}

// socketFolder makes the private folder of the socket. It is not in the data folder because the path of a
// socket may have 107 bytes at most; its name follows from that folder, which marks the server's processes.
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

// belongs says whether a command line is that of a PostgreSQL process with the mark.
func belongs(command, mark string) bool {
	return strings.Contains(command, mark) &&
		(strings.HasPrefix(command, "postgres: ") || strings.Contains(command, "/postgres -D "))
}

// lockFolder makes sure that one process at a time uses the folder. The lock goes with the process, however it ends.
func lockFolder(ctx context.Context, dir string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the folder of PostgreSQL: %w", err)
	}
	// A process that is just ending gets a moment to finish.
	for deadline := time.Now().Add(2 * time.Second); ; {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			_ = file.Close()
			return nil, fmt.Errorf("lock the folder of PostgreSQL: %w", err)
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			holder, _ := os.ReadFile(file.Name())
			_ = file.Close()
			return nil, fmt.Errorf("another upslope (process %s) already uses %s: stop it first, or choose another DATA_DIR",
				strings.TrimSpace(string(holder)), dir)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err := file.Truncate(0); err == nil {
		_, _ = file.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0) // for the message above only
	}
	return file, nil
}
