package insights

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"upslope/analytics/facts"
)

//go:embed addresses.sql
var addressesSQL string

// addresses maps pages to the address that answers without a redirect, so that tasks never add a redirect
// chain.
type addresses map[string]string

// of returns the final address of a page, or the input if the crawl did not reach it.
func (a addresses) of(cell string) string {
	if address, ok := a[cell]; ok && address != "" {
		return address
	}
	return cell
}

// addressesOf looks up the final addresses of the cells that are URLs of the site.
func (e *Engine) addressesOf(ctx context.Context, params map[string]any, cells map[string]bool) (addresses, error) {
	pages := slices.DeleteFunc(slices.Sorted(maps.Keys(cells)), func(cell string) bool { return !strings.HasPrefix(cell, "http") })
	found := addresses{}
	if len(pages) == 0 {
		return found, nil
	}
	scope := map[string]any{"account_id": params["account_id"], "sites": params["sites"], "imports": params["imports"], "pages": pages}
	err := e.facts.Query(ctx, facts.Given().Must(addressesSQL), scope, func(_ []string, values []any) error {
		page, _ := values[0].(string)
		found[page], _ = values[1].(string)
		return nil
	})
	return found, err
}

// cellsOf returns what cells become: pages by which tables are joined get their addresses, while a detector
// that names addresses as crawled keeps them, as /a and /a/ differ where one redirects to the other.
func (e *Engine) cellsOf(ctx context.Context, detector *detector, params map[string]any, again candidate) (func(cell string) string, error) {
	if detector.AsCrawled {
		return func(cell string) string { return cell }, nil
	}
	pages := map[string]bool{}
	for kind, fix := range detector.Fixes {
		if _, err := fix.fill(again, func(cell string) string { pages[cell] = true; return cell }); err != nil {
			return nil, fmt.Errorf("detector %s: fixes.%s: %w", detector.Type, kind, err)
		}
	}
	addresses, err := e.addressesOf(ctx, params, pages)
	if err != nil {
		return nil, fmt.Errorf("look up the addresses of pages that detector %s names: %w", detector.Type, err)
	}
	return addresses.of, nil
}
