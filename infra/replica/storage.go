package replica

import (
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/benbjohnson/litestream"
	_ "github.com/benbjohnson/litestream/file" // registers file:// addresses
	_ "github.com/benbjohnson/litestream/s3"   // registers s3:// addresses
)

// open creates the client of a storage.
func open(address string) (litestream.ReplicaClient, error) {
	// The S3 client fails to start when this is set, which other programs on a machine may need.
	if err := os.Unsetenv("AWS_CA_BUNDLE"); err != nil {
		return nil, fmt.Errorf("open the storage of the replica: %w", err)
	}
	client, err := litestream.NewReplicaClientFromURL(address)
	if err != nil {
		return nil, fmt.Errorf("open the storage of the replica %s: %w", litestream.ReplicaTypeFromURL(address), err)
	}
	return client, nil
}

// quiet discards the library's log; real problems are returned as errors.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// damaged reports whether an error means that SQLite cannot read the file.
func damaged(err error) bool {
	var of interface{ Code() int }
	const corrupt, cannotRead, notADatabase = 11, 10, 26
	if !errors.As(err, &of) {
		return false
	}
	code := of.Code() & 0xff
	return code == corrupt || code == cannotRead || code == notADatabase
}
