package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope"
	"upslope/analytics/issues/rules"
	"upslope/analytics/trial"
	"upslope/infra/clickhouse"
	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	"upslope/infra/migrations"
	"upslope/simulator/evaluation"
	"upslope/simulator/families"
	"upslope/simulator/warehouse"
)

// worldOptions are the flags of upslope worlds.
type worldOptions struct {
	worlds      int
	seed        uint64
	families    []string
	json        bool
	show        bool
	maxShown    int
	valuesFile  string
	parallelism int
}

func parseWorldOptions(args []string, stderr io.Writer) (worldOptions, error) {
	var o worldOptions
	flags := flag.NewFlagSet("upslope worlds", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&o.worlds, "n", 200, "how many worlds, the families by turns")
	flags.Uint64Var(&o.seed, "seed", 0, "of the first world, the next ones follow; 0: a new one")
	set := flags.String("set", "", "only worlds of this set of families: base or independent")
	flags.StringVar(&o.valuesFile, "values", "", "write the stated and true values of findings to this file")
	family := flags.String("family", "", "only worlds of this family: "+strings.Join(families.Names(), ", "))
	flags.BoolVar(&o.json, "json", false, "print the figures as JSON")
	flags.BoolVar(&o.show, "show", false, "print of each world what a consultant reads first, with the truth beside it")
	flags.IntVar(&o.maxShown, "top", 10, "how many insights -show prints")
	flags.IntVar(&o.parallelism, "parallel", 2, "how many worlds at once")
	switch err := flags.Parse(args); {
	case err != nil:
		return o, err
	case flags.NArg() > 0:
		return o, fmt.Errorf("upslope worlds takes no %q", flags.Arg(0))
	case o.worlds < 1 || o.parallelism < 1 || o.maxShown < 0:
		return o, errors.New("-n and -parallel are at least 1, and -top at least 0")
	case *family != "" && !slices.Contains(families.Names(), *family):
		return o, fmt.Errorf("%q is no family of worlds; there are %s", *family, strings.Join(families.Names(), ", "))
	}
	o.families = families.Names()
	if *set != "" {
		if o.families = families.Sets()[*set]; o.families == nil {
			return o, fmt.Errorf("%q is no set of families; there are base and independent", *set)
		}
	}
	if *family != "" {
		o.families = []string{*family}
	}
	if o.seed == 0 {
		o.seed = 1 + rand.Uint64N(1_000_000_000) //nolint:gosec // no secret
	}
	return o, nil
}

// evaluateWorlds generates worlds, finds insights in them and prints how well these match the truth. It uses
// a ClickHouse of its own in a temporary folder, so no site of this installation is affected.
func evaluateWorlds(ctx context.Context, log *slog.Logger, args []string, stdout, stderr io.Writer) error {
	options, err := parseWorldOptions(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "upslope-worlds-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	server, err := embeddedclickhouse.Start(ctx, embeddedclickhouse.Config{Dir: folder})
	if err != nil {
		return fmt.Errorf("start ClickHouse: %w", err)
	}
	defer stopServer(log, "ClickHouse", server.Stop)

	run := worldRun{options: options, evaluation: evaluation.New(options.seed), stdout: stdout, stderr: stderr, values: io.Discard}
	if options.valuesFile != "" {
		file, err := os.Create(options.valuesFile)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		run.values = file
	}
	// When interrupted, it prints the results so far.
	if err := run.all(ctx, server.URL()); err != nil && (ctx.Err() == nil || run.evaluation.Worlds == 0) {
		return err
	}
	run.evaluation.Finish()
	if options.json {
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(run.evaluation)
	}
	run.evaluation.Print(stdout)
	return nil
}

// worldRun is one run of upslope worlds.
type worldRun struct {
	options        worldOptions
	stdout, stderr io.Writer
	values         io.Writer

	mu         sync.Mutex // protects the evaluation and the output
	evaluation *evaluation.Evaluation
}

// all evaluates the worlds, each worker with its own database.
func (w *worldRun) all(ctx context.Context, server string) error {
	next := make(chan int)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(next)
		for i := range w.options.worlds {
			select {
			case next <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for worker := range w.options.parallelism {
		group.Go(func() error {
			db, err := newFacts(ctx, server, fmt.Sprintf("worlds_%d", worker))
			if err != nil {
				return err
			}
			defer func() { _ = db.Close() }()
			for i := range next {
				if err := w.one(ctx, db, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

func (w *worldRun) one(ctx context.Context, db *clickhouse.DB, i int) error {
	started := time.Now()
	world, err := families.New(w.options.families[i%len(w.options.families)], w.options.seed+uint64(i))
	if err != nil {
		return err
	}
	generated := time.Now()
	insights, err := findInsights(ctx, db, world)
	for attempt := 1; attempt < maxWorldAttempts && upslope.CodeOf(err) == upslope.Unavailable; attempt++ {
		insights, err = findInsights(ctx, db, world)
	}
	if err != nil {
		return err
	}
	verdicts := world.Judge(insights)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.evaluation.Add(&world.Record, verdicts)
	w.evaluation.Check(&world.Record, insights)
	evaluation.PrintValues(w.values, &world.Record, verdicts)
	if w.options.show {
		evaluation.PrintWorld(w.stdout, world.Summary(), &world.Record, verdicts, w.options.maxShown)
	}
	_, _ = fmt.Fprintf(w.stderr, "%d of %d: %s/%d, made in %.1f s, looked through in %.1f s\n", w.evaluation.Worlds, w.options.worlds, world.Name, world.Seed,
		generated.Sub(started).Seconds(), time.Since(generated).Seconds())
	return nil
}

const maxWorldAttempts = 4 // for a machine under other load

// findInsights loads a world into an otherwise empty database, like syncs and an import, and scores it.
func findInsights(ctx context.Context, db *clickhouse.DB, world *families.World) ([]upslope.StoredInsight, error) {
	if err := warehouse.Load(ctx, db, world.Tables()); err != nil {
		return nil, err
	}
	if err := db.Exec(ctx, rules.Find(), world.ImportParameters()); err != nil {
		return nil, fmt.Errorf("find the issues of %s/%d: %w", world.Name, world.Seed, err)
	}
	return trial.Find(ctx, db, trial.Site{Site: world.Site, Connections: world.Connections, Crawl: world.Crawl, Today: world.Today})
}

// newFacts creates a database with the schema of facts.
func newFacts(ctx context.Context, server, name string) (*clickhouse.DB, error) {
	db, err := clickhouse.Open(server + "?database=" + name)
	if err != nil {
		return nil, err
	}
	schema, err := fs.Sub(migrations.Files, "clickhouse")
	if err != nil {
		return nil, err
	}
	return db, db.Migrate(ctx, schema)
}
