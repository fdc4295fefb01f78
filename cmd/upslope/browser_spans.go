package main

import (
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"

	"upslope/edge"
	"upslope/infra/monitoring"
)

// traceBrowsers has traces begin in the browser, where they are on. All edges derive the same key.
func (w *wiring) traceBrowsers(deps *edge.Deps) error {
	keys, err := openKeys(w.config)
	if err != nil || keys == nil || w.config.TracesURL == "" {
		return err
	}
	secret, err := keys.Export()
	if err != nil {
		return err
	}
	if deps.SpanKey, err = hkdf.Key(sha256.New, []byte(secret), nil, "upslope browser spans", sha256.Size); err != nil {
		return fmt.Errorf("make the key of browser spans: %w", err)
	}
	deps.SpanAs = monitoring.SpanAs
	return nil
}
