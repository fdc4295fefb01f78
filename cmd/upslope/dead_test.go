package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	embeddednats "upslope/infra/embedded/nats"
	"upslope/infra/nats"
)

// command runs an upslope command to its end, and returns its output.
func command(t testing.TB, settings []string, args ...string) (printed string, err error) {
	t.Helper()
	program := exec.Command(os.Args[0], args...)
	program.Env = append(append(os.Environ(), asProgram+"=1"), settings...)
	output, err := program.CombinedOutput()
	return string(output), err
}

func TestDeadLettersAreListedAndReplayedWhetherUpslopeRunsOrNot(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	settings := []string{"DATA_DIR=" + data}
	if printed, err := command(t, settings, "dead"); err == nil || !strings.Contains(printed, "set NATS_URL, or the DATA_DIR of upslope dev") {
		t.Errorf("without a queue: %v %s", err, printed)
	}
	server, err := embeddednats.Start(t.Context(), embeddednats.Config{Dir: data + "/nats"})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	queue, err := nats.NewQueue(conn)
	if err != nil {
		t.Fatal(err)
	}
	if printed, err := command(t, settings, "dead"); err != nil || printed != "No work was given up.\n" {
		t.Errorf("%v %s", err, printed)
	}
	for _, letter := range [][3]string{
		{"connection", "a1", "Google no longer accepts the sign-in. Connect again."},
		{"erase", "b2", "the process ended each time\x1b[2J it was tried"},
	} {
		if err := queue.Dead(t.Context(), letter[0], letter[1], []byte(`{"id":"`+letter[1]+`"}`), letter[2]); err != nil {
			t.Fatal(err)
		}
	}
	printed, err := command(t, settings, "dead")
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	if err != nil || len(lines) != 3 || !strings.HasPrefix(lines[0], "NUMBER  WHEN ") || strings.Contains(printed, "\x1b") ||
		!strings.HasPrefix(lines[1], "1 ") || !strings.HasSuffix(lines[1], "connection  a1  Google no longer accepts the sign-in. Connect again.") {
		t.Errorf("%v\n%s", err, printed)
	}
	for _, wrong := range [][]string{{"dead", "bury"}, {"dead", "replay", "first"}, {"dead", "replay", "99"}, {"doctor", "1"}} {
		if printed, err := command(t, settings, wrong...); err == nil {
			t.Errorf("upslope %v: %s", wrong, printed)
		}
	}
	if printed, err := command(t, settings, "dead", "replay", "1"); err != nil || printed != "1 queued again.\n" {
		t.Errorf("%v %s", err, printed)
	}
	conn.Close()
	server.Stop()
	if printed, err := command(t, settings, "dead"); err != nil || !strings.Contains(printed, "b2") || strings.Contains(printed, "a1") {
		t.Errorf("while nothing runs: %v %s", err, printed)
	}
	if printed, err := command(t, settings, "dead", "replay"); err != nil || printed != "1 queued again.\n" {
		t.Errorf("%v %s", err, printed)
	}

	if server, err = embeddednats.Start(t.Context(), embeddednats.Config{Dir: data + "/nats"}); err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	if conn, err = server.Connect(); err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if queue, err = nats.NewQueue(conn); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	again := make(chan []byte, 2)
	for _, kind := range []string{"connection", "erase"} {
		go func() {
			_ = queue.Consume(ctx, nats.Consumer{Kind: kind, Concurrency: 1, Handle: func(_ context.Context, message nats.Message) error {
				again <- message.Data
				return nil
			}})
		}()
	}
	both := append(<-again, <-again...)
	if !bytes.Contains(both, []byte("a1")) || !bytes.Contains(both, []byte("b2")) {
		t.Errorf("done again: %s", both)
	}
}
