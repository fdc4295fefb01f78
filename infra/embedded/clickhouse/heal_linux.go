package clickhouse

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// mutationHeader begins every complete mutation file.
const mutationHeader = "format version: 1\n"

// heal removes what a full disk leaves behind and the engine cannot start with: mutation files that were
// created but not written. Such a mutation was never acknowledged. Torn parts the engine sets aside itself.
func heal(data string, log io.Writer) error {
	files, err := filepath.Glob(filepath.Join(data, "store", "*", "*", "mutation_*.txt"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if bytes.HasPrefix(text, []byte(mutationHeader)) && bytes.Contains(text, []byte("\ncommands: ")) && bytes.HasSuffix(text, []byte("\n")) {
			continue
		}
		if err := os.Remove(file); err != nil {
			return err
		}
		fmt.Fprintf(log, "removed %s, which a full disk or a crash left unfinished (%d bytes)\n", file, len(text))
	}
	return nil
}
