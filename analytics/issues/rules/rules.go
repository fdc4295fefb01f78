// Package rules has the statements that an import runs on its pages: which technical issues they have, and
// how many. It reads nothing and runs nothing.
package rules

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed find
var steps embed.FS

//go:embed summary.sql
var summary string

// Find finds the technical issues of an import, given account_id, site_id, import_id and imported_at. The
// files of find are one statement, in the order of their names.
func Find() string {
	var statement strings.Builder
	files, err := fs.Glob(steps, "find/*.sql")
	for _, file := range files {
		var step []byte
		if step, err = steps.ReadFile(file); err != nil {
			break
		}
		statement.Write(step)
	}
	if err != nil {
		panic(err) // embedded, so an error is a programming mistake
	}
	return statement.String()
}

// Summary counts the technical issues of an import, with changes since earlier ones.
func Summary() string { return summary }
