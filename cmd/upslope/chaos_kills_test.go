package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// kill is what happens at one moment of a run.
type kill struct {
	victim   string // a child process; "" is the program
	fullDisk bool   // meanwhile
	wipe     bool   // JetStream, before the next start
	lock     string // what PostgreSQL's old locks hold next: dead, living, empty, or "" for what is there
}

const (
	wipes            = 2  // of JetStream, in a run
	killsPerFullDisk = 40 // five full disks in 200 kills
)

// planKills chooses the victims. What happens a few times in a run is spread over it.
func planKills(kills int, random *rand.Rand, smallDisk bool) []kill {
	plan := make([]kill, kills)
	for i := range plan {
		plan[i].victim = []string{"", "", "", "clickhouse-child", "postgres", "chrom"}[random.IntN(6)]
	}
	order := random.Perm(kills)
	for i, lock := range []string{"dead", "living", "empty"}[:min(kills, 3)] {
		at := &plan[order[i]]
		at.victim, at.lock = "", lock
	}
	for i := range min(kills, wipes) {
		at := &plan[order[kills-1-i]]
		at.victim, at.wipe = "", true
	}
	for i := 0; smallDisk && i < max(1, kills/killsPerFullDisk); i++ {
		plan[order[kills/2+i]].fullDisk = true
	}
	return plan
}

// The few kills of `make test` and the many of `make chaos` include all that happens a few times in a run.
func TestEveryPlanOfKillsHasLocksWipesAndFullDisks(t *testing.T) {
	t.Parallel()
	for _, kills := range []int{4, 10, 40, 200} {
		for seed := range uint64(100) {
			locks, wiped, full := map[string]bool{}, 0, 0
			for _, one := range planKills(kills, rand.New(rand.NewPCG(seed, seed)), true) {
				if (one.lock != "" || one.wipe) && one.victim != "" {
					t.Fatalf("%d kills, seed %d: %+v", kills, seed, one)
				}
				if one.lock != "" {
					locks[one.lock] = true
				}
				if one.wipe {
					wiped++
				}
				if one.fullDisk {
					full++
				}
			}
			if len(locks) != 3 || wiped != wipes || full != max(1, kills/killsPerFullDisk) {
				t.Fatalf("%d kills, seed %d: %v, %d wipes, %d full disks", kills, seed, locks, wiped, full)
			}
		}
	}
}

// killProgram kills the program and prepares its folders for the next start as planned.
func (c *chaos) killProgram(planned kill) {
	c.t.Helper()
	p := c.program
	var socket string
	var servers []int
	if planned.lock != "" {
		eventually(c.t, "PostgreSQL runs", func() bool { return len(p.children("postgres")) > 0 })
		address, err := url.Parse(p.databaseURL())
		if err != nil {
			c.t.Fatal(err)
		}
		socket, servers = address.Query().Get("host"), p.family("postgres")
	}
	p.kill()
	if planned.lock != "" {
		c.killed["the program, with "+planned.lock+" locks of PostgreSQL"]++
		for _, server := range servers {
			_ = syscall.Kill(server, syscall.SIGKILL) // may be gone
		}
		eventually(c.t, "PostgreSQL is gone", func() bool { return allGone(servers) })
		leaveLocks(c.t, p.data, socket, planned.lock)
	}
	if planned.wipe {
		c.killed["the program, without its JetStream"]++
		if err := os.RemoveAll(filepath.Join(p.data, "nats")); err != nil {
			c.t.Fatal(err)
		}
	}
}

// killAny sends SIGKILL to the children of a kind that are still there.
func (p *program) killAny(kind string) {
	p.t.Helper()
	for _, pid := range p.children(kind) {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			p.t.Fatal(err)
		}
	}
}

// allGone reports whether the processes have ended, reaped or not.
func allGone(pids []int) bool {
	for _, pid := range pids {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err == nil && !strings.Contains(string(status), "State:\tZ") {
			return false
		}
	}
	return true
}

// leaveLocks writes the locks of a PostgreSQL that was killed: they name a process that is gone or another
// one, or were never written.
func leaveLocks(t *testing.T, data, socket, kind string) {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(data, "postgres", "pg*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("PostgreSQL has no data in %s: %v", data, err)
	}
	lock := map[string]string{"dead": fmt.Sprint(1 << 22), "living": fmt.Sprint(os.Getpid()), "empty": ""}[kind]
	if lock != "" {
		lock = fmt.Sprintf("%s\n%s\n1764000000\n5432\n%s\n", lock, folders[0], socket)
	}
	owner := ownerOf(t, folders[0])
	if err := os.Mkdir(socket, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	for _, path := range []string{socket, filepath.Join(socket, ".s.PGSQL.5432.lock"), filepath.Join(folders[0], "postmaster.pid")} {
		if path != socket {
			if err := os.WriteFile(path, []byte(lock), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chown(path, owner, -1); err != nil {
			t.Fatal(err)
		}
	}
}

func ownerOf(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		t.Fatalf("%s has no owner", path)
	}
	return int(stat.Uid)
}

// shrinkingDisk is a disk whose size can be changed while it is used.
type shrinkingDisk struct {
	t   *testing.T
	dir string
}

// diskBytes is the size of the disk while it is not full; it takes memory only for what is on it.
const diskBytes = 8 << 30

// mountShrinkingDisk returns nil where nothing can be mounted, which is where the test does not run as root.
func mountShrinkingDisk(t *testing.T) *shrinkingDisk {
	t.Helper()
	d := &shrinkingDisk{t: t, dir: t.TempDir()}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=755", diskBytes)); err != nil {
		t.Logf("without full disks, because none can be mounted here: %v", err)
		return nil
	}
	t.Cleanup(func() { _ = syscall.Unmount(d.dir, syscall.MNT_DETACH) })
	return d
}

// fill leaves no room. What is written meanwhile makes it try again.
func (d *shrinkingDisk) fill() {
	d.t.Helper()
	eventually(d.t, "the disk is full", func() bool {
		var disk syscall.Statfs_t
		if err := syscall.Statfs(d.dir, &disk); err != nil {
			d.t.Fatal(err)
		}
		return d.resize((disk.Blocks-disk.Bfree)*uint64(disk.Bsize)) == nil
	})
}

func (d *shrinkingDisk) empty() {
	d.t.Helper()
	if err := d.resize(diskBytes); err != nil {
		d.t.Fatal(err)
	}
}

func (d *shrinkingDisk) resize(bytes uint64) error {
	return syscall.Mount("", d.dir, "", syscall.MS_REMOUNT, fmt.Sprintf("size=%d", bytes))
}
