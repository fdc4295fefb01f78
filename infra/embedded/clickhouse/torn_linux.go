package clickhouse

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// tornParts looks for parts with empty files, in which a mutation on a full disk may end and replace its
// sources. The next start sets them aside and reads the sources, which live for eight minutes.
type tornParts struct {
	data string

	mu      sync.Mutex
	changed map[string]time.Time // when a part was last added to a table, by folder
	seen    map[string]bool      // parts that were returned before
}

func newTornParts(data string) *tornParts {
	return &tornParts{data: data, changed: map[string]time.Time{}, seen: map[string]bool{}}
}

// look returns a part that was not returned before, or "". It reads only tables with parts that are new.
func (p *tornParts) look() (part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	tables, err := filepath.Glob(filepath.Join(p.data, "store", "*", "*"))
	if err != nil {
		return ""
	}
	for _, table := range tables {
		info, err := os.Stat(table)
		if err != nil || info.ModTime().Equal(p.changed[table]) {
			continue
		}
		if part := p.lookIn(table); part != "" {
			return part
		}
		p.changed[table] = info.ModTime()
	}
	return ""
}

// lookIn ignores folders of parts that are not finished or not in use, whose names have a prefix.
func (p *tornParts) lookIn(table string) (part string) {
	entries, err := os.ReadDir(table)
	if err != nil {
		return ""
	}
	for _, entry := range entries {
		path := filepath.Join(table, entry.Name())
		unused := entry.Name() == "detached" || strings.HasPrefix(entry.Name(), "tmp_") || strings.HasPrefix(entry.Name(), "delete_tmp_")
		if unused || !entry.IsDir() || p.seen[path] {
			continue
		}
		if info, err := os.Stat(filepath.Join(path, "checksums.txt")); err == nil && info.Size() == 0 {
			p.seen[path] = true
			return path
		}
	}
	return ""
}
