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
	"upslope/analytics/worlds"
	"upslope/infra/clickhouse"
	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	"upslope/infra/migrations"
	"upslope/ingest"
)

// proveOptions are the flags of upslope worlds.
type proveOptions struct {
	worlds   int
	seed     uint64
	families []string
	json     bool
	show     bool
	top      int
	atOnce   int
}

func proveOptionsOf(args []string, stderr io.Writer) (proveOptions, error) {
	var o proveOptions
	flags := flag.NewFlagSet("upslope worlds", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&o.worlds, "n", 200, "how many worlds, the families by turns")
	flags.Uint64Var(&o.seed, "seed", 0, "of the first world, the next ones follow; 0: a new one")
	family := flags.String("family", "", "only worlds of this family: "+strings.Join(worlds.Families(), ", "))
	flags.BoolVar(&o.json, "json", false, "print the figures as JSON")
	flags.BoolVar(&o.show, "show", false, "print of each world what a consultant reads first, with the truth beside it")
	flags.IntVar(&o.top, "top", 10, "how many insights -show prints")
	flags.IntVar(&o.atOnce, "parallel", 2, "how many worlds at once")
	switch err := flags.Parse(args); {
	case err != nil:
		return o, err
	case flags.NArg() > 0:
		return o, fmt.Errorf("upslope worlds takes no %q", flags.Arg(0))
	case o.worlds < 1 || o.atOnce < 1 || o.top < 0:
		return o, errors.New("-n and -parallel are at least 1, and -top at least 0")
	case *family != "" && !slices.Contains(worlds.Families(), *family):
		return o, fmt.Errorf("%q is no family of worlds; there are %s", *family, strings.Join(worlds.Families(), ", "))
	}
	o.families = worlds.Families()
	if *family != "" {
		o.families = []string{*family}
	}
	if o.seed == 0 {
		o.seed = 1 + rand.Uint64N(1_000_000_000) //nolint:gosec // no secret
	}
	return o, nil
}

// proveWorlds makes up worlds, has the engine look for insights in them and prints how well these fit what is true. It has a ClickHouse
// of its own, in a folder that is gone afterwards: no site of this installation is touched.
func proveWorlds(ctx context.Context, log *slog.Logger, args []string, stdout, stderr io.Writer) error {
	options, err := proveOptionsOf(args, stderr)
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

	evaluation := worlds.NewEvaluation(options.seed)
	var mu sync.Mutex
	next := make(chan int)
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(next)
		for i := range options.worlds {
			select {
			case next <- i:
			case <-groupCtx.Done():
				return groupCtx.Err()
			}
		}
		return nil
	})
	for worker := range options.atOnce {
		group.Go(func() error {
			db, err := emptyFacts(groupCtx, server.URL(), fmt.Sprintf("worlds_%d", worker))
			if err != nil {
				return err
			}
			defer func() { _ = db.Close() }()
			for i := range next {
				began := time.Now()
				world, err := worlds.New(options.families[i%len(options.families)], options.seed+uint64(i))
				if err != nil {
					return err
				}
				made := time.Since(began)
				insights, err := worlds.Find(groupCtx, db, world, ingest.IssuesSQL())
				for again := 0; again < 3 && upslope.CodeOf(err) == upslope.Unavailable; again++ { // a machine that is busy with other things
					insights, err = worlds.Find(groupCtx, db, world, ingest.IssuesSQL())
				}
				if err != nil {
					return err
				}
				verdicts := world.Judge(insights)
				mu.Lock()
				evaluation.Add(world, verdicts)
				if options.show {
					world.PrintWorld(stdout, verdicts, options.top)
				}
				_, _ = fmt.Fprintf(stderr, "%d of %d: %s/%d, made in %.1f s, looked through in %.1f s\n", evaluation.Worlds, options.worlds, world.Family, world.Seed,
					made.Seconds(), (time.Since(began) - made).Seconds())
				mu.Unlock()
			}
			return nil
		})
	}
	// Who stops it reads what it has found so far.
	if err := group.Wait(); err != nil && (ctx.Err() == nil || evaluation.Worlds == 0) {
		return err
	}
	evaluation.Finish()
	if options.json {
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(evaluation)
	}
	evaluation.Print(stdout)
	return nil
}

// emptyFacts is a new database with the schema of facts.
func emptyFacts(ctx context.Context, server, name string) (*clickhouse.DB, error) {
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
