package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// suite is shared by the tests of a run: created by the first that needs it, ended by TestMain.
var suite testSuite

type testSuite struct {
	mu       sync.Mutex
	folder   string   // of everything below
	prepared string   // migrated, empty databases
	program  *program // for tests without faults or settings of their own
	users    int      // number of tests that have used it
}

// shared returns a program that other tests use too; each test has its own users.
func shared(t *testing.T) *program {
	t.Helper()
	suite.mu.Lock()
	defer suite.mu.Unlock()
	if err := suite.startProgram(); err != nil {
		t.Fatal(err)
	}
	suite.users++
	p := *suite.program
	p.t, p.tag = t, fmt.Sprintf("-%d", suite.users)
	return &p
}

func (s *testSuite) startProgram() error {
	if s.program != nil {
		return nil
	}
	if err := s.makePrepared(); err != nil {
		return err
	}
	data := filepath.Join(s.folder, "shared")
	if err := s.copyPrepared(data); err != nil {
		return err
	}
	p, err := execute("dev", data)
	if err != nil {
		return err
	}
	s.program = p
	return p.waitUntilReady()
}

// prepare copies migrated databases into a new data folder, because migrating takes longer than most tests.
func (s *testSuite) prepare(data string) error {
	if _, err := os.Stat(filepath.Join(data, "postgres")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s.mu.Lock()
	err := s.makePrepared()
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.copyPrepared(data)
}

// copyPrepared copies only the databases: each program creates its own keys. PostgreSQL's files keep their
// owner.
func (s *testSuite) copyPrepared(data string) error {
	if err := os.MkdirAll(data, 0o755); err != nil {
		return err
	}
	out, err := exec.Command("cp", "-a", filepath.Join(s.prepared, "postgres"), filepath.Join(s.prepared, "clickhouse"), data).CombinedOutput()
	if err != nil {
		return fmt.Errorf("copy the prepared databases: %w: %s", err, out)
	}
	return nil
}

// makePrepared lets a program create and migrate its databases, once.
func (s *testSuite) makePrepared() (err error) {
	if s.prepared != "" {
		return nil
	}
	if s.folder == "" {
		if s.folder, err = os.MkdirTemp("", "upslope-tests-"); err != nil {
			return err
		}
		if err = os.Chmod(s.folder, 0o755); err != nil { // lets PostgreSQL's user reach its files
			return err
		}
	}
	data := filepath.Join(s.folder, "prepared")
	p, err := execute("dev", data)
	if err != nil {
		return err
	}
	err = p.waitUntilReady()
	if err = errors.Join(err, p.interrupt()); err == nil {
		s.prepared = data
	}
	return err
}

func (s *testSuite) end() {
	if s.program != nil {
		if err := s.program.interrupt(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	_ = os.RemoveAll(s.folder)
}
