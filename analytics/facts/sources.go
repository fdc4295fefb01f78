package facts

import (
	"errors"
	"fmt"
	"slices"
)

// Sources are the inputs of a detector: the crawl, or provider reports by table name.
type Sources struct {
	Needs []string // required: without one of them the detector does not run
	Uses  []string // optional; if Needs is empty, at least one is required
}

func (s Sources) Check() error {
	if len(s.Needs)+len(s.Uses) == 0 {
		return errors.New("detector.toml does not say what it needs or uses")
	}
	for _, source := range slices.Concat(s.Needs, s.Uses) {
		if source != Crawl && !slices.Contains(Reports(), source) {
			return fmt.Errorf("detector.toml names the unknown source %q", source)
		}
	}
	return nil
}

// ReadsAny reports whether the detector reads one of these sources.
func (s Sources) ReadsAny(sources ...string) bool {
	return slices.ContainsFunc(slices.Concat(s.Needs, s.Uses), func(source string) bool { return slices.Contains(sources, source) })
}
