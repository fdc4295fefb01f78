package facts

import (
	"errors"
	"fmt"
	"slices"
)

// Sources are what a detector looks at: crawl, or reports of providers by the names of their tables.
type Sources struct {
	Needs []string // without one of them it is not run
	Uses  []string // it can do without; where it needs nothing, one of these has to be there
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

// ReadsAny says whether it looks at one of these.
func (s Sources) ReadsAny(sources ...string) bool {
	return slices.ContainsFunc(slices.Concat(s.Needs, s.Uses), func(source string) bool { return slices.Contains(sources, source) })
}
