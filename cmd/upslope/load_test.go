package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// asLoad makes the test binary a load generator, so that it can run on a processor of its own.
const asLoad = "UPSLOPE_TEST_IS_LOAD"

// load describes the requests to send.
type load struct {
	Addr        string
	Request     string // raw HTTP
	Connections int
	Lasts       time.Duration
}

type answered struct {
	Requests  int
	Seconds   float64
	P50, P99  float64 // milliseconds
	Bytes     int     // of the body
	Processor float64 // CPU seconds of the load generator
}

func (l answered) perSecond() float64 { return float64(l.Requests) / l.Seconds }

// run sends the load from a process on one processor.
func (l load) run(b *testing.B, processor int) (answer answered) {
	b.Helper()
	asked, err := json.Marshal(l)
	if err != nil {
		b.Fatal(err)
	}
	command := exec.Command("taskset", "-c", strconv.Itoa(processor), os.Args[0])
	command.Env = append(os.Environ(), asLoad+"="+string(asked))
	command.Stderr = os.Stderr
	said, err := command.Output()
	if err == nil {
		err = json.Unmarshal(said, &answer)
	}
	if err != nil {
		b.Fatalf("load: %v", err)
	}
	answer.Processor = command.ProcessState.UserTime().Seconds() + command.ProcessState.SystemTime().Seconds()
	return answer
}

// makeLoad is the load generator's main: each connection sends the next request when it has a response.
func makeLoad(asked string, out io.Writer) error {
	var l load
	if err := json.Unmarshal([]byte(asked), &l); err != nil {
		return err
	}
	var (
		mu    sync.Mutex
		took  []time.Duration
		fails []error
		size  int
		all   sync.WaitGroup
	)
	began := time.Now()
	for range l.Connections {
		all.Go(func() {
			times, bytes, err := l.connection(began.Add(l.Lasts))
			mu.Lock()
			defer mu.Unlock()
			took, size = append(took, times...), bytes
			if err != nil {
				fails = append(fails, err)
			}
		})
	}
	all.Wait()
	seconds := time.Since(began).Seconds()
	if len(fails) > 0 || len(took) == 0 {
		return errors.Join(append(fails, errors.New("nothing was answered"))...)
	}
	slices.Sort(took)
	at := func(share float64) float64 { return took[int(share*float64(len(took)-1))].Seconds() * 1000 }
	return json.NewEncoder(out).Encode(answered{Requests: len(took), Seconds: seconds, P50: at(.5), P99: at(.99), Bytes: size})
}

func (l load) connection(until time.Time) (took []time.Duration, size int, err error) {
	conn, err := net.Dial("tcp", l.Addr)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = conn.Close() }()
	in, request := bufio.NewReaderSize(conn, 128<<10), []byte(l.Request)
	for began := time.Now(); began.Before(until); {
		if _, err := conn.Write(request); err != nil {
			return took, size, err
		}
		if size, err = readAnswer(in); err != nil {
			return took, size, err
		}
		now := time.Now()
		took = append(took, now.Sub(began))
		began = now
	}
	return took, size, nil
}

// readAnswer reads a response of status 200 with a Content-Length.
func readAnswer(in *bufio.Reader) (size int, err error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) {
		return 0, fmt.Errorf("answered %q", line)
	}
	size = -1
	for len(line) > 2 {
		if line, err = in.ReadSlice('\n'); err != nil {
			return 0, err
		}
		if name := []byte("content-length: "); len(line) > len(name) && bytes.EqualFold(line[:len(name)], name) {
			if size, err = strconv.Atoi(string(bytes.TrimSpace(line[len(name):]))); err != nil {
				return 0, err
			}
		}
	}
	if size < 0 {
		return 0, errors.New("an answer does not say how long it is")
	}
	_, err = in.Discard(size)
	return size, err
}
