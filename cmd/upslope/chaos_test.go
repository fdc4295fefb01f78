package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"upslope/infra/mail/mailtest"
	"upslope/simulator"
	"upslope/simulator/world"
)

const (
	// defaultKills is the number of kills in `make test`; `make chaos` sets CHAOS_KILLS.
	defaultKills = 4
	// killsPerRound is the number of kills after which everything is checked.
	killsPerRound = 10
	// maxKillDelay is how long people work at most before a kill; maxAnswered is enough for most answers.
	maxKillDelay, maxAnswered = 3 * time.Second, 12 * time.Second
)

// activity is one kind of what people do. It has a ledger of its own: what the product acknowledged, and what
// it may have done without saying so.
type activity interface {
	// prepare sets up what the next kill interrupts, while everything runs.
	prepare(v *visitor, kill int, random *rand.Rand)

	// act works until it is done, a request is not answered, or the kill is over.
	act(v *visitor, random *rand.Rand, over func() bool)

	// check compares the ledger with the product after a round, once nothing is under way.
	check(v *visitor)
}

// chaos is a run: a program that is killed, and what people do with it meanwhile.
type chaos struct {
	t          *testing.T
	random     *rand.Rand
	settings   []string
	disk       *shrinkingDisk
	temp       string // the program's temporary folder
	program    *program
	ana        *visitor
	activities []activity
	killed     map[string]int
}

// Whatever is killed at whatever moment: what was acknowledged is done once and whole, nothing hangs, nothing
// is left behind, and every start succeeds.
func TestNothingAcknowledgedIsLostOrDoubledOverManyKills(t *testing.T) {
	t.Parallel()
	kills, seed := int(numberFrom(t, "CHAOS_KILLS", defaultKills)), numberFrom(t, "CHAOS_SEED", rand.Uint64())
	t.Logf("%d kills, CHAOS_SEED=%d", kills, seed)
	c := newChaos(t, seed)
	plan := planKills(kills, c.random, c.disk != nil)
	for number, planned := range plan {
		c.interrupt(number, planned)
		if (number+1)%killsPerRound == 0 || number+1 == kills {
			c.checkRound()
			t.Logf("after %d kills: %v", number+1, c.killed)
		}
		if t.Failed() {
			t.Fatalf("the log of the last program:\n%s", c.program.stderr)
		}
	}
	c.end()
}

// numberFrom reads a number from the environment.
func numberFrom(t testing.TB, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return number
}

func newChaos(t *testing.T, seed uint64) *chaos {
	t.Helper()
	c := &chaos{t: t, random: rand.New(rand.NewPCG(seed, seed)), killed: map[string]int{}}
	data := t.TempDir()
	if c.disk = mountShrinkingDisk(t); c.disk != nil {
		data = filepath.Join(c.disk.dir, "data")
	}
	c.temp = shortTempDir(t)
	post, google := mailtest.Start(t), startSimulator(t, simulator.Config{Worlds: []string{world.Agency}, Unlimited: true})
	c.settings = append(google.settings(chaosHistory), "SMTP_URL="+post.URL+"?from=reports@example.com", "TMPDIR="+c.temp, withBrowser())
	c.start(data)
	c.activities = []activity{
		newCrawlWork(c.ana), newPartsWork(c.ana), newSyncWork(c.ana, google), newStatusWork(c.ana), newLinkWork(), &printWork{}, newSiteWork(google), newMailWork(post),
	}
	return c
}

// shortTempDir returns a folder that PostgreSQL's user can reach, with a path short enough for a socket.
func shortTempDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "chaos-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// start starts the program. That it fails to is a fault.
func (c *chaos) start(data string) {
	c.t.Helper()
	c.program = start(c.t, data, c.settings...)
	c.ana = c.program.signIn("ana@example.com")
}

// interrupt lets people work, kills something at a random moment, and starts it again.
func (c *chaos) interrupt(number int, planned kill) {
	c.t.Helper()
	eventually(c.t, "engines are back, so that the kill counts", c.program.isReady)
	for _, one := range c.activities {
		one.prepare(c.ana, number, c.random)
	}
	var working sync.WaitGroup
	var over atomic.Bool
	for _, one := range c.activities {
		ana, random := c.ana, rand.New(rand.NewPCG(c.random.Uint64(), 0))
		working.Go(func() { one.act(ana, random, over.Load) })
	}
	delay := time.Duration(c.random.Int64N(int64([]time.Duration{maxKillDelay, maxAnswered}[c.random.IntN(2)])))
	if planned.fullDisk {
		time.Sleep(delay / 2)
		c.disk.fill()
		c.killed["a full disk"]++
	}
	time.Sleep(delay)
	if planned.victim == "" {
		c.killed["the program"]++
		c.killProgram(planned)
	} else if len(c.program.children(planned.victim)) > 0 { // it may still be starting again
		c.killed[planned.victim]++
		c.program.killAny(planned.victim)
	}
	over.Store(true)
	if planned.fullDisk {
		c.disk.empty()
	}
	working.Wait()
	if planned.victim == "" {
		c.start(c.program.data)
	}
}

// end checks what can only be seen in the databases and folders of a program that was stopped.
func (c *chaos) end() {
	c.t.Helper()
	c.program.stop()
	for _, one := range c.activities {
		if stopped, is := one.(interface {
			checkStopped(t *testing.T, data string)
		}); is {
			stopped.checkStopped(c.t, c.program.data)
		}
	}
	left, err := os.ReadDir(c.temp)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, entry := range left {
		c.t.Errorf("%s is left in the temporary folder", entry.Name())
	}
}
