// Command testlog reads the output of `go test -json`, prints a readable summary, and stores test durations.
// `testlog FILE` follows a run and appends its tests to a file, a line each: seconds, folder, name, and
// "failed" if so. `testlog -summary FILE` prints the ten slowest and those that failed.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// event is a line of go test -json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64 // seconds
}

func main() {
	err := errors.New("usage: testlog [-summary] FILE")
	switch {
	case len(os.Args) == 3 && os.Args[1] == "-summary":
		err = summarize(os.Args[2], os.Stdout)
	case len(os.Args) == 2:
		err = follow(os.Stdin, os.Stdout, os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testlog:", err)
		os.Exit(1)
	}
}

// follow prints package results as they arrive, and the output of failed tests.
func follow(in io.Reader, out io.Writer, timesFile string) error {
	times, err := os.OpenFile(timesFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	written := map[string][]string{}
	failed := false
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(out, lines.Text())
			continue
		}
		key := e.Package + " " + e.Test
		switch {
		case e.Action == "output" && e.Test != "":
			written[key] = append(written[key], e.Output)
		case e.Action == "output" || e.Action == "build-output":
			fmt.Fprint(out, e.Output)
		case e.Action == "fail" || e.Action == "build-fail":
			failed = true
			fmt.Fprint(out, strings.Join(written[key], ""))
			fallthrough
		case e.Action == "pass" || e.Action == "skip":
			delete(written, key)
			if folder := strings.TrimPrefix(cmp.Or(e.Package, e.ImportPath), "upslope/"); e.Test == "" && e.Action != "pass" && e.Action != "skip" {
				fmt.Fprintf(times, "0\t%s\tthe package\tfailed\n", folder)
			} else if e.Test != "" && !strings.Contains(e.Test, "/") {
				fmt.Fprintf(times, "%.1f\t%s\t%s\t%s\n", e.Elapsed, folder, e.Test, map[string]string{"fail": "failed"}[e.Action])
			}
		}
	}
	for _, rest := range written { // tests interrupted by a crash or a timeout
		fmt.Fprint(out, strings.Join(rest, ""))
	}
	if err := errors.Join(lines.Err(), times.Close()); err != nil {
		return err
	}
	if failed {
		return errors.New("tests failed")
	}
	return nil
}

type timing struct {
	seconds      float64
	folder, test string
}

func summarize(timesFile string, out io.Writer) error {
	file, err := os.Open(timesFile)
	if err != nil {
		return err
	}
	defer file.Close()
	var timings, failures []timing
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 4 {
			return fmt.Errorf("read %q: not 4 fields", lines.Text())
		}
		seconds, err := strconv.ParseFloat(fields[0], 64)
		if err != nil {
			return fmt.Errorf("read %q: %w", lines.Text(), err)
		}
		t := timing{seconds, fields[1], fields[2]}
		timings = append(timings, t)
		if fields[3] != "" {
			failures = append(failures, t)
		}
	}
	slices.SortFunc(timings, func(a, b timing) int { return cmp.Compare(b.seconds, a.seconds) })
	fmt.Fprintln(out, "The slowest tests:")
	for _, t := range timings[:min(10, len(timings))] {
		fmt.Fprintf(out, "%7.1f s  %s  %s\n", t.seconds, t.folder, t.test)
	}
	if len(failures) > 0 {
		fmt.Fprintln(out, "These failed:")
	}
	for _, t := range failures {
		fmt.Fprintf(out, "  %s  %s\n", t.folder, t.test)
	}
	return nil
}
