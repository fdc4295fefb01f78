package render

import (
	"time"

	"github.com/chromedp/cdproto/fetch"
	"github.com/maypok86/otter/v2"
)

// scripts remembers the scripts that pages have loaded, because those of a site share most of them.
type scripts struct{ cache *otter.Cache[string, script] }

type script struct {
	body   []byte
	header []*fetch.HeaderEntry
}

const (
	maxScriptBytes = 32 << 20
	scriptAge      = 10 * time.Minute
)

func newScripts() *scripts {
	return &scripts{otter.Must(&otter.Options[string, script]{
		MaximumWeight:    maxScriptBytes,
		Weigher:          func(address string, s script) uint32 { return uint32(len(address) + len(s.body)) }, //nolint:gosec // at most maxAnswer
		ExpiryCalculator: otter.ExpiryWriting[string, script](scriptAge),
	})}
}

func (s *scripts) get(address string) (script, bool) { return s.cache.GetIfPresent(address) }

func (s *scripts) put(address string, found script) { s.cache.Set(address, found) }
