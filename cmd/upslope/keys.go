package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"upslope/analytics/sharing"
	"upslope/ingest/connections"
	"upslope/ingest/connections/secrets"
)

// keys creates keysets for ENCRYPTION_KEYSET, and re-encrypts stored secrets with the newest key.
func keys(ctx context.Context, config Config, log *slog.Logger, args []string, stdout io.Writer) error {
	command := strings.Join(args, " ")
	switch command {
	case "new":
		fresh, err := secrets.New()
		return printKeys(stdout, fresh, err)
	case "add", "drop":
		present, err := presentKeys(config)
		if err != nil {
			return err
		}
		change := present.Add
		if command == "drop" {
			change = present.Newest
		}
		changed, err := change()
		return printKeys(stdout, changed, err)
	case "rotate":
		return rotateKeys(ctx, config, log, stdout)
	}
	return errors.New("keys takes one of new, add, rotate and drop: new prints a keyset, add prints the present one with a new key, rotate encrypts with the newest key, drop prints the keyset without the older ones")
}

func presentKeys(config Config) (*secrets.Keyset, error) {
	present, err := openKeys(config)
	if err == nil && present == nil {
		err = errors.New("set ENCRYPTION_KEYSET to the present keyset; upslope keys new makes the first one")
	}
	return present, err
}

func printKeys(stdout io.Writer, keyset *secrets.Keyset, err error) error {
	if err != nil {
		return err
	}
	text, err := keyset.Export()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, text)
	return err
}

// rotateKeys needs PostgreSQL and the keys, and may run while the product is running.
func rotateKeys(ctx context.Context, config Config, log *slog.Logger, stdout io.Writer) error {
	present, err := presentKeys(config)
	if err != nil {
		return err
	}
	if err := needURLs(config.development(), map[string]string{"DATABASE_URL": config.DatabaseURL}); err != nil {
		return err
	}
	opened := &engines{}
	defer opened.close()
	closer, err := opened.openRecords(ctx, config, log)
	if err != nil {
		return err
	}
	opened.later(closer)
	rotated, lost, err := connections.Rotate(ctx, opened.records, present)
	if err != nil {
		return fmt.Errorf("encrypt the credentials again, after %d of them: %w", rotated, err)
	}
	tokens, lostTokens, err := sharing.Rotate(ctx, opened.records, linkKeys{present}, present.Primary())
	if err != nil {
		return fmt.Errorf("encrypt the tokens of links again, after %d of them: %w", tokens, err)
	}
	if err := rotateTools(ctx, opened.records, present, stdout); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "%d credentials and %d links were encrypted again; all that can be read are encrypted with the newest key.\n", rotated, tokens); err != nil {
		return err
	}
	if lost+lostTokens > 0 {
		return fmt.Errorf("%d credentials and %d links open with no key of ENCRYPTION_KEYSET: owners have to connect again, and do not see the addresses of those links, or the key that is missing has to be added", lost, lostTokens)
	}
	return nil
}
