// Package audit counts what is stored of an account, place by place, and what of it belongs to nothing any
// more. It reads only: deleting is the task of the parts and their sweeps.
package audit

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"

	"upslope"
)

// Records are the rows in PostgreSQL.
type Records interface {
	AccountRows(ctx context.Context, accountID string) (map[string]int64, error)
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
	UploadKeys(ctx context.Context, accountID string) ([]string, error)
}

// Facts are the rows in ClickHouse.
type Facts interface {
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Files are the objects in object storage.
type Files interface {
	Keys(ctx context.Context, prefix string) ([]string, error)
	CountParts(ctx context.Context, prefix string) (int, error)
}

// Sources are where an audit looks.
type Sources struct {
	Records Records
	Facts   Facts
	Files   Files
	// Reports counts the pages in the replica of reports, of all accounts: without their tokens nobody can
	// tell whose they are.
	Reports func(ctx context.Context) (pages, orphaned int, err error)
	TempDir string
}

// Place is one place where something may be stored.
type Place struct {
	Name            string
	Found, Orphaned int64
}

// waiting are tables of what is on its way, such as what a deletion still has to do.
func waiting() []string {
	return []string{"outbox", "erased_sites", "erased_connections", "erased_accounts"}
}

var (
	//go:embed tables.sql
	tablesSQL string
	//go:embed rows.sql
	rowsSQL string
)

// Run looks everywhere. Places without anything are listed too.
func Run(ctx context.Context, from Sources, accountID string) ([]Place, error) {
	if _, err := uuid.Parse(accountID); err != nil {
		return nil, fmt.Errorf("%q is no account id, such as 0190f7c5-7c1e-7cc0-a1b2-0242ac120002", accountID)
	}
	places, err := auditRecords(ctx, from, accountID)
	if err != nil {
		return nil, err
	}
	for _, look := range []func(context.Context, Sources, string) ([]Place, error){auditFacts, auditFiles, auditReports, auditTempDir} {
		found, err := look(ctx, from, accountID)
		if err != nil {
			return nil, err
		}
		places = append(places, found...)
	}
	return places, nil
}

func auditRecords(ctx context.Context, from Sources, accountID string) (places []Place, err error) {
	tables, err := from.Records.AccountRows(ctx, accountID)
	if err != nil {
		return nil, fmt.Errorf("count the rows in PostgreSQL: %w", err)
	}
	deleted := tables["accounts"] == 0
	for name, rows := range tables {
		place := Place{Name: "PostgreSQL " + name, Found: rows}
		if deleted && !slices.Contains(waiting(), name) {
			place.Orphaned = rows
		}
		places = append(places, place)
	}
	slices.SortFunc(places, func(a, b Place) int { return strings.Compare(a.Name, b.Name) })
	return places, nil
}

func auditFacts(ctx context.Context, from Sources, accountID string) (places []Place, err error) {
	sites, err := from.Records.Sites(ctx, accountID)
	if err != nil {
		return nil, fmt.Errorf("list the sites: %w", err)
	}
	ids := make([]string, len(sites))
	for i, site := range sites {
		ids[i] = site.ID
	}
	var tables []struct {
		Name string `ch:"place"`
	}
	if err := from.Facts.Select(ctx, &tables, tablesSQL, nil); err != nil {
		return nil, fmt.Errorf("list the tables of ClickHouse: %w", err)
	}
	if len(tables) == 0 {
		return nil, errors.New("ClickHouse has no tables: run upslope migrate")
	}
	for _, table := range tables {
		var counted []struct {
			Found    uint64 `ch:"found"`
			Orphaned uint64 `ch:"orphaned"`
		}
		params := map[string]any{"table": table.Name, "account_id": accountID, "sites": ids}
		if err := from.Facts.Select(ctx, &counted, rowsSQL, params); err != nil {
			return nil, fmt.Errorf("count the rows of %s in ClickHouse: %w", table.Name, err)
		}
		places = append(places, Place{"ClickHouse " + table.Name, int64(counted[0].Found), int64(counted[0].Orphaned)})
	}
	return places, nil
}

func auditFiles(ctx context.Context, from Sources, accountID string) ([]Place, error) {
	prefix := "uploads/" + accountID + "/"
	keys, err := from.Files.Keys(ctx, prefix)
	if err != nil {
		return nil, fmt.Errorf("list the files: %w", err)
	}
	known, err := from.Records.UploadKeys(ctx, accountID)
	if err != nil {
		return nil, fmt.Errorf("list the uploads: %w", err)
	}
	files := Place{Name: "object storage", Found: int64(len(keys))}
	for _, key := range keys {
		if !slices.Contains(known, strings.TrimSuffix(key, ".rejected.csv")) {
			files.Orphaned++
		}
	}
	unfinished, err := from.Files.CountParts(ctx, prefix)
	if err != nil {
		return nil, fmt.Errorf("list the uploads in parts: %w", err)
	}
	parts := Place{Name: "uploads in parts", Found: int64(unfinished)}
	if len(known) == 0 {
		rows, err := from.Records.AccountRows(ctx, accountID)
		if err != nil {
			return nil, fmt.Errorf("look for the account: %w", err)
		}
		if rows["accounts"] == 0 {
			parts.Orphaned = parts.Found
		}
	}
	return []Place{files, parts}, nil
}

func auditReports(ctx context.Context, from Sources, _ string) ([]Place, error) {
	pages, orphaned, err := from.Reports(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the replica of reports: %w", err)
	}
	return []Place{{"reports of all accounts", int64(pages), int64(orphaned)}}, nil
}

// auditTempDir counts files that a killed process has left. Those of running ones have no name.
func auditTempDir(_ context.Context, from Sources, _ string) ([]Place, error) {
	place := Place{Name: "temporary files of all accounts"}
	for _, pattern := range []string{"upslope-rejected-*", "crawl-*.zip"} {
		left, err := filepath.Glob(filepath.Join(from.TempDir, pattern))
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", from.TempDir, err)
		}
		place.Found += int64(len(left))
	}
	place.Orphaned = place.Found
	if _, err := os.Stat(from.TempDir); err != nil {
		return nil, fmt.Errorf("list the temporary files: %w", err)
	}
	return []Place{place}, nil
}
