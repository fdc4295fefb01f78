package clickhouse

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// findLibrary looks for the engine in node_modules above the working directory and above the executable.
func findLibrary() (string, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "", fmt.Errorf("the embedded ClickHouse does not run on %s/%s; set CLICKHOUSE_URL to use a server", runtime.GOOS, runtime.GOARCH)
	}
	var starts []string
	if dir, err := os.Getwd(); err == nil {
		starts = append(starts, dir)
	}
	if executable, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(executable))
	}
	for _, dir := range starts {
		for {
			path := filepath.Join(dir, "node_modules", "@chdb", "lib-linux-x64-gnu", "libchdb.so")
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
			parent := filepath.Dir(dir)
			if parent == dir {
				break
			}
			dir = parent
		}
	}
	return "", errors.New("the embedded ClickHouse (npm package @chdb/lib-linux-x64-gnu) is not installed: " +
		"run `npm ci --ignore-scripts` in the project's folder, or set CLICKHOUSE_URL to use a server")
}
