package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/insights"
	"upslope/analytics/tables"
)

// printSQL prints the statement of a detector or a table for a site, as input for clickhouse-client, and its
// rows: `sql [-n 20] --site <id or domain> <detector or table>`.
func printSQL(ctx context.Context, config Config, log *slog.Logger, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("upslope sql", flag.ContinueOnError)
	flags.SetOutput(stderr)
	site := flags.String("site", "", "the id or the domain of a site")
	most := flags.Int("n", 20, "how many rows are printed at most; 0: only the statement")
	var names []string
	for { // flags may precede or follow the name
		if err := flags.Parse(args); err != nil {
			return err
		}
		if args = flags.Args(); len(args) == 0 {
			break
		}
		names, args = append(names, args[0]), args[1:]
	}
	if len(names) != 1 || *site == "" {
		flags.Usage()
		return errors.New("upslope sql needs --site and the name of one detector or table, such as cannibalization or seo/queries")
	}
	if _, err := os.Stat(filepath.Join(config.DataDir, "clickhouse")); err != nil && config.ClickHouseURL == "" {
		return fmt.Errorf("set DATABASE_URL and CLICKHOUSE_URL, or the DATA_DIR of an upslope dev that was stopped: %w", err)
	}
	opened := &engines{}
	defer opened.close()
	for _, open := range []func(context.Context, Config, *slog.Logger) (func(), error){opened.openRecords, opened.openFacts} {
		closer, err := open(ctx, config, log)
		if err != nil {
			return err
		}
		opened.later(closer)
	}
	query, err := opened.queryOf(ctx, names[0], *site)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(stdout, query.Script()); err != nil || *most == 0 {
		return err
	}
	return opened.printRows(ctx, query, *most, stdout)
}

// queryOf returns the statement of a detector or a table for a site.
func (e *engines) queryOf(ctx context.Context, name, idOrDomain string) (facts.Query, error) {
	site, err := e.siteNamed(ctx, idOrDomain)
	if err != nil {
		return facts.Query{}, err
	}
	analyst, err := insights.New(e.facts, e.records, time.Now)
	if err != nil {
		return facts.Query{}, err
	}
	analysis, err := tables.New(e.facts, e.records)
	if err != nil {
		return facts.Query{}, err
	}
	switch {
	case slices.Contains(analyst.DetectorNames(), name):
		return analyst.DetectorQuery(ctx, site.AccountID, site.ID, name)
	case slices.Contains(analysis.TableNames(), name):
		return analysis.TableQuery(ctx, site.AccountID, site.ID, name)
	}
	all := slices.Concat(analyst.DetectorNames(), analysis.TableNames())
	return facts.Query{}, fmt.Errorf("%q is neither a detector nor a table; there are %s", name, strings.Join(all, ", "))
}

func (e *engines) siteNamed(ctx context.Context, idOrDomain string) (upslope.Site, error) {
	sites, err := e.records.SitesNamed(ctx, idOrDomain)
	switch {
	case err != nil:
		return upslope.Site{}, err
	case len(sites) == 0:
		return upslope.Site{}, fmt.Errorf("there is no site %q", idOrDomain)
	case len(sites) > 1: // several accounts may have sites of the same domain
		ids := make([]string, len(sites))
		for i, site := range sites {
			ids[i] = site.ID
		}
		return upslope.Site{}, fmt.Errorf("several accounts have %q; name one by its id: %s", idOrDomain, strings.Join(ids, ", "))
	}
	return sites[0], nil
}

// printRows runs the query and prints its first rows, one per line, below the column names.
func (e *engines) printRows(ctx context.Context, query facts.Query, most int, stdout io.Writer) error {
	out, rows := bufio.NewWriter(stdout), 0
	err := e.facts.Query(ctx, query.SQL, query.Params, func(columns []string, values []any) error {
		if rows == 0 {
			fmt.Fprintf(out, "\n-- %s\n", strings.Join(columns, "\t"))
		}
		if rows++; rows > most {
			return nil
		}
		cells := make([]string, len(values))
		for i, value := range values {
			cells[i] = strings.NewReplacer("\t", " ", "\n", " ").Replace(fmt.Sprint(value))
		}
		_, err := fmt.Fprintf(out, "-- %s\n", strings.Join(cells, "\t"))
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "-- %d rows\n", rows)
	return out.Flush()
}
